import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { person } from "../model/people.test.fixture.js";
import { object, string } from "../model/type-builders.test.fixture.js";
import { keepMemory, memoryPath, recallMemory, type RunMemory } from "./run-memory.js";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cmgen-memory-"));
});

afterEach(() => rmSync(root, { recursive: true }));

const { span } = person;
const memory: RunMemory = {
  settings: "settings",
  made: {
    models: new Map([["key", ["src/generated/v1/person/types.ts"]]]),
    files: new Map([["src/generated/v1/person/types.ts", { emitted: "1", written: "2" }]]),
  },
  known: {
    key: "key",
    run: 3,
    hashes: new Map([["/a.ts", "hash"]]),
    shared: ["/package.json"],
    globals: ["/globals.d.ts"],
    missing: ["/b.ts"],
    folders: ["/"],
    crowded: [],
    modules: new Map([
      [
        "/a.ts",
        { models: [person], endpoints: [], files: ["/a.ts", "/shared.ts"], declaring: ["/a.ts"], types: ["/a.ts#1 A"] },
      ],
      ["/c.ts", { models: [], endpoints: [], files: ["/c.ts", "/shared.ts"], declaring: [], types: [] }],
    ]),
    types: new Map([
      [
        "/a.ts#1 A",
        {
          id: "/a.ts#1 A",
          name: "A",
          origin: { file: "a.ts", offset: 1, span, namespaces: [] },
          body: {
            type: object({ text: string({ maxLength: 9 }) }),
            annotations: { documentation: { description: "" }, constraints: {}, tagSpans: {} },
          },
        },
      ],
    ]),
  },
};

test("the next run has what this one handed on", () => {
  keepMemory(root, memory);
  expect(recallMemory(root)).toEqual(memory);
});

test("a path that modules share is written once", () => {
  keepMemory(root, memory);
  expect(readFileSync(join(root, memoryPath), "utf8").split("/shared.ts")).toHaveLength(2);
});

test.each([
  ["cut off", (text: string) => text.slice(0, -1)],
  ["with another letter", (text: string) => text.replace("/shared.ts", "/sharee.ts")],
  ["empty", () => ""],
])("a memory that is %s is none", (_, damage) => {
  keepMemory(root, memory);
  const path = join(root, memoryPath);
  writeFileSync(path, damage(readFileSync(path, "utf8")));
  expect(recallMemory(root)).toEqual({ settings: "", made: { models: new Map(), files: new Map() } });
});
