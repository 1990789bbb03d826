import { expect, test } from "vitest";

import { isPlainConfig } from "./plain-config.js";

test.each([
  'import { defineConfig } from "cmgen";\n\nexport default defineConfig({ outDir: "src/api" });',
  "import { defineConfig, type Config } from 'cmgen'\nexport default defineConfig({});",
  'import {\n  defineConfig,\n} from "cmgen";\nexport default defineConfig({ databases: ["sqlite"] });',
  "export default {};",
])("says all there is: %s", (text) => {
  expect(isPlainConfig(text)).toBe(true);
});

test.each([
  'import { folder } from "./folder.js";\nexport default { outDir: folder };',
  'import { defineConfig } from "cmgen"; import x from "x";\nexport default {};',
  "export default { outDir: process.env.OUT };",
  'export default { outDir: require("./folder") };',
  'export default { outDir: await import("./folder") };',
  "export default { prismaClient: Math.random() > 0.5 };",
  'export { default } from "./other.js";',
  "export default { outDir: globalThis.folder };",
])("depends on more: %s", (text) => {
  expect(isPlainConfig(text)).toBe(false);
});
