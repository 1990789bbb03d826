import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);

/** The older compilers are slow, and leave out the tests that no user's compiler sees. */
test.each([
  ["typescript-5.9", "tsconfig.types.json"],
  ["typescript-6.0", "tsconfig.types.json"],
  ["typescript", "tsconfig.test.json"],
])("the package and its type tests compile under %s", { timeout: 180_000 }, async (compiler, config) => {
  const project = fileURLToPath(new URL(`../${config}`, import.meta.url));
  const tsc = resolve(`${compiler}/package.json`).replace(/package\.json$/, "bin/tsc");
  const output = await run(process.execPath, [tsc, "-p", project]).catch((error: { stdout: string }) => error);
  expect(output.stdout).toBe("");
});
