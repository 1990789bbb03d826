import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { loadConfig } from "./load-config.js";
import { defaultConfig } from "../config/resolved-config.js";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cmgen-config-"));
});

afterEach(() => rmSync(root, { recursive: true }));

const write = (contents: string, name = "cmgen.config.ts"): void => writeFileSync(join(root, name), contents);

test("a plugin without a config has the defaults", async () => {
  expect(await loadConfig(root)).toEqual(defaultConfig);
});

test("TypeScript is understood, and cmgen need not be installed", async () => {
  write(`
    import { defineConfig, type Config } from "cmgen";
    import { folder } from "./folder.js";
    export default defineConfig({ outDir: folder } satisfies Config);
  `);
  write('export const folder: string = "src/api";', "folder.ts");
  expect(await loadConfig(root)).toEqual({ ...defaultConfig, outDir: "src/api" });
});

test("a server module that is named must be there", async () => {
  write('export default { server: "./service.ts" };');
  await expect(loadConfig(root)).rejects.toThrow(
    "cmgen.config.ts: `server` is set to service.ts, which does not exist.",
  );
  write("export default {};", "service.ts");
  expect((await loadConfig(root)).server).toBe("service.ts");
});

test("a config that was edited is loaded again", async () => {
  write('export default { outDir: "src/one" };');
  await loadConfig(root);
  write('export default { outDir: "src/two" };');
  expect((await loadConfig(root)).outDir).toBe("src/two");
});

test.each([
  ["export const config = {};", /cmgen\.config\.ts: must export an object by default/],
  ["export default { outdir: 1 };", /cmgen\.config\.ts: `outdir` is not a key of the config\. Did you mean `outDir`\?/],
  ["export default {", /cmgen\.config\.ts: cannot be loaded: .*Unexpected token/s],
  ['import "./missing.js"; export default {};', /cmgen\.config\.ts: cannot be loaded: Cannot find module/],
  ['throw new Error("no weather"); export default {};', /cmgen\.config\.ts: cannot be loaded: no weather/],
])("%s is refused", async (contents, message) => {
  write(contents);
  await expect(loadConfig(root)).rejects.toThrow(message);
  await expect(loadConfig(root)).rejects.toMatchObject({ name: "ConfigError", file: "cmgen.config.ts" });
});
