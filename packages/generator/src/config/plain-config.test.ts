import { expect, test } from "vitest";

import { plainImports } from "./plain-config.js";

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
