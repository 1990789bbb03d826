import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { person } from "../model/people.test.fixture.js";
import { object, string } from "../model/type-builders.test.fixture.js";
import { keepMemory, knownPath, memoryPath, recallMemory, type RunMemory } from "./run-memory.js";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cmgen-memory-"));
});

afterEach(() => rmSync(root, { recursive: true }));

const { span } = person;
const memory: RunMemory = {
  settings: "settings",
  sound: "checked by",
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
  const { base, ...recalled } = recallMemory(root);
  expect(recalled).toEqual(memory);
  expect(base?.known).toEqual(memory.known);
});

test("what has changed since is written beside the rest, which stays as it is", () => {
  const [module] = [...(memory.known?.modules.values() ?? [])];
  const known = { ...memory.known!, modules: new Map(Array.from({ length: 20 }, (_, at) => [`/${at}.ts`, module!])) };
  keepMemory(root, { ...memory, known });
  const whole = readFileSync(join(root, knownPath), "utf8");
  const recalled = recallMemory(root);
  const modules = new Map(recalled.known?.modules);
  modules.delete("/7.ts");
  modules.set("/8.ts", { ...module!, declaring: ["/changed.ts"] });
  const next = { ...recalled, known: { ...recalled.known!, run: 4, modules } };
  keepMemory(root, next);
  expect(readFileSync(join(root, knownPath), "utf8")).toBe(whole);
  expect(recallMemory(root)).toEqual(next);
});

test("once much has changed all is written again", () => {
  keepMemory(root, memory);
  const whole = readFileSync(join(root, knownPath), "utf8");
  const recalled = recallMemory(root);
  keepMemory(root, { ...recalled, known: memory.known });
  expect(readFileSync(join(root, knownPath), "utf8")).not.toBe(whole);
  expect(recallMemory(root)).toMatchObject(memory);
});

test("a path that modules share is written once", () => {
  keepMemory(root, memory);
  expect(readFileSync(join(root, knownPath), "utf8").split("/shared.ts")).toHaveLength(2);
});

const damages: readonly (readonly [string, (text: string) => string])[] = [
  ["cut off", (text) => text.slice(0, -1)],
  ["with another letter", (text) => text.replace("a", "b")],
  ["empty", () => ""],
];

test.each([memoryPath, knownPath].flatMap((path) => damages.map(([what, damage]) => [path, what, damage] as const)))(
  "a memory whose %s is %s is none",
  (path, _, damage) => {
    keepMemory(root, memory);
    writeFileSync(join(root, path), damage(readFileSync(join(root, path), "utf8")));
    expect(recallMemory(root)).toEqual({ settings: "", sound: "", made: { models: new Map(), files: new Map() } });
  },
);
