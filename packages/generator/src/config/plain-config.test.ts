import { describe, expect, test } from "vitest";

import { plainImports } from "./plain-config.js";

const config = (text: string, before = ""): string =>
  `${before}import { defineConfig } from "cmgen";\n${text}\nexport default defineConfig({ outDir: "src/made" });\n`;

describe("a config that says all there is to it", () => {
  test.each([
    ["nothing more", ""],
    ["a word in a comment", "// Which process writes it, on what Date, is an import of ours."],
    ["a word in a comment of several lines", "/*\n * process.env is not read,\n * nor is Math.\n */"],
    ["a word in a string", "const title = \"Date of import\"; const other = 'process'; const more = `await`;"],
    ["an address in a string", 'const url = "https://example.com/a"; // "quoted'],
    ["a quote that is escaped", 'const title = "a \\" // process";'],
  ])("%s", (_, text) => {
    expect(plainImports(config(text))).toEqual(["cmgen"]);
  });

  test("a comment before its imports, and an import in one", () => {
    expect(plainImports(config('// import { a } from "./a.js";', "/* Ours. */\n"))).toEqual(["cmgen"]);
  });
});

describe("a config that computes its value", () => {
  test.each([
    ["the environment", "const a = process.env.A;"],
    ["the clock", "const a = Date.now();"],
    ["another module, when it runs", 'const a = await import("./a.js");'],
    ["the environment in a template", "const a = `${process.env.A}`;"],
    ["what it exports", 'export { a } from "./a.js";'],
    [
      "a regular expression with a quote, behind which strings are not what they seem",
      'const a = /"/; process.env.A; const b = /"/;',
    ],
    ["code behind what seems to be a comment", 'const a = "/*"; process.env.A; const b = "*/";'],
    ["code behind a string with a backslash", 'const a = "\\\\"; process.env.A; const b = "";'],
  ])("by %s", (_, text) => {
    expect(plainImports(config(text))).toBeUndefined();
  });
});

test.each([
  'import { defineConfig } from "cmgen";\n\nexport default defineConfig({ outDir: "src/api" });',
  "import { defineConfig, type Config } from 'cmgen'\nexport default defineConfig({});",
  'import {\n  defineConfig,\n} from "cmgen";\nexport default defineConfig({ databases: ["sqlite"] });',
  "export default {};",
])("says all there is: %s", (text) => {
  expect(plainImports(text)).toEqual(text.includes("import") ? ["cmgen"] : []);
});

test.each([
  'import { defineConfig } from "cmgen"; import x from "x";\nexport default {};',
  "export default { outDir: process.env.OUT };",
  'export default { outDir: require("./folder") };',
  'export default { outDir: await import("./folder") };',
  "export default { prismaClient: Math.random() > 0.5 };",
  'export { default } from "./other.js";',
  "export default { outDir: globalThis.folder };",
])("depends on more: %s", (text) => {
  expect(plainImports(text)).toBeUndefined();
});

test("names what is imported", () => {
  expect(
    plainImports('import { mine } from "./mine.js";\nimport x from "x";\nexport default { emitters: [mine, x] };'),
  ).toEqual(["./mine.js", "x"]);
});

test("a module with a regular expression is plain, if none of the words is in it, comments included", () => {
  expect(plainImports(config("const a = /[\"']/.test(b); // quotes"))).toEqual(["cmgen"]);
  expect(plainImports(config("const a = /[\"']/.test(b); // process"))).toBeUndefined();
});
