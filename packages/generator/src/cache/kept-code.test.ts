import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { loadWithCode } from "./kept-code.js";

const require = nodeModule.createRequire(import.meta.url);
const text = 'const { sep } = require("node:path");\nexports.answer = () => [42, sep, __filename, module.id];\n';

let folder: string;
let kept: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-kept-code-"));
  kept = join(folder, "cache", "code.bin");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Loads the module as another process would: at a path that is not loaded yet. */
function load(name: string, source = text, changed = 1_700_000_000): () => void {
  const path = join(folder, name);
  writeFileSync(path, source);
  utimesSync(path, changed, changed);
  const keep = loadWithCode(path, kept);
  const { answer } = require(path) as { readonly answer: () => unknown };
  expect(answer()).toEqual([source.includes("42") ? 42 : 43, "/", path, path]);
  return keep;
}

// From Node.js 22.1 on nothing is kept: Node.js itself keeps the code of all modules.
describe.skipIf("enableCompileCache" in nodeModule)("a module's code", () => {
  test("is kept once, and used", () => {
    load("first.cjs")();
    const { mtimeMs, ino } = statSync(kept);
    load("second.cjs")();
    expect(statSync(kept)).toMatchObject({ mtimeMs, ino });
  });

  test("is replaced where it is damaged", () => {
    load("first.cjs")();
    const bytes = readFileSync(kept);
    const damaged = Buffer.from(bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte)));
    for (const given of [damaged, bytes.subarray(0, 100), Buffer.alloc(0)]) {
      writeFileSync(kept, given);
      load(`after-${given.length}.cjs`)();
      expect(readFileSync(kept).length).toBeGreaterThan(100);
    }
  });

  test("is replaced where the module is another one, be it as long", () => {
    load("first.cjs")();
    const before = readFileSync(kept);
    load("other.cjs", text.replace("42", "43"), 1_700_000_001)();
    expect(readFileSync(kept).equals(before)).toBe(false);
  });

  test("is not kept of a module that is loaded already", () => {
    load("first.cjs");
    loadWithCode(join(folder, "first.cjs"), kept)();
    expect(existsSync(kept)).toBe(false);
  });
});
