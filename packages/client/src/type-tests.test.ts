import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);

/** In Node without the browser's types, and in a browser without Node's. */
describe.each(["tsconfig.test.json", "tsconfig.browser.json"])("the client and its type tests: %s", (config) => {
  const project = fileURLToPath(new URL(`../${config}`, import.meta.url));

  test.each(["typescript-5.9", "typescript-6.0", "typescript"])("compile under %s", async (compiler) => {
    const tsc = resolve(`${compiler}/package.json`).replace(/package\.json$/, "bin/tsc");
    const output = await run(process.execPath, [tsc, "-p", project]).catch((error: { stdout: string }) => error);
    expect(output.stdout).toBe("");
  });
});
