import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { Emitter } from "../emitter/emitter.js";
import { configInputs } from "./config-inputs.js";

let root: string;
const put = (path: string, contents: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), contents);
};

const emitter = (inputs?: readonly string[]): Emitter => ({ name: "mine", emit: () => [], ...(inputs && { inputs }) });

/** Paths of a config's inputs. */
function inputsOf(text: string, ...emitters: readonly Emitter[]): readonly string[] | undefined {
  const found = configInputs(root, { emitters }, new Map([[join(root, "cmgen.config.ts"), text]]));
  return found && [...found.keys()].map((path) => relative(root, path));
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cmgen-inputs-"));
  put(
    "tools/mine.ts",
    'import { readFileSync } from "node:fs"; import { a } from "./text.js"; export * from "./more";',
  );
  put("tools/text.ts", 'import { b } from "./mine.ts"; const lazy = import("./lazy.mjs");');
  put("tools/more/index.ts", "");
  put("tools/lazy.mjs", "");
  put("words.txt", "words");
});
afterEach(() => rmSync(root, { recursive: true }));

test("a config without emitters follows from its text alone", () => {
  expect(inputsOf('import { defineConfig } from "cmgen";\nexport default {};')).toEqual(["cmgen.config.ts"]);
  expect(inputsOf('import { folder } from "./tools/text.js";\nexport default { outDir: folder };')).toBeUndefined();
});

test("with emitters it follows from their modules and inputs as well", () => {
  const text = 'import { mine } from "./tools/mine.js";\nexport default { emitters: [mine] };';
  expect(inputsOf(text, emitter(["words.txt"]))).toEqual([
    "cmgen.config.ts",
    "tools/mine.ts",
    "tools/text.ts",
    "tools/lazy.mjs",
    "tools/more/index.ts",
    "words.txt",
  ]);
});

test.each([
  ["an emitter does not declare its inputs", "./tools/mine.js", [emitter(), emitter([])]],
  ["an input is missing", "./tools/mine.js", [emitter(["missing.txt"])]],
  ["a module is missing", "./tools/other.js", [emitter([])]],
  ["a package is missing", "emitter-of-nobody", [emitter([])]],
])("nothing is known if %s", (_, from, emitters) => {
  expect(
    inputsOf(`import { mine } from "${from}";\nexport default { emitters: [mine] };`, ...emitters),
  ).toBeUndefined();
});

test("an installed package changes with its version; a linked one may change without", () => {
  const text = 'import { mine } from "@acme/emitter/markdown";\nexport default { emitters: [mine] };';
  put("node_modules/@acme/emitter/package.json", "{}");
  expect(inputsOf(text, emitter([]))).toEqual(["cmgen.config.ts", "node_modules/@acme/emitter/package.json"]);
  rmSync(join(root, "node_modules/@acme/emitter"), { recursive: true });
  put("packages/emitter/package.json", "{}");
  symlinkSync(join(root, "packages/emitter"), join(root, "node_modules/@acme/emitter"), "dir");
  expect(inputsOf(text, emitter([]))).toBeUndefined();
});
