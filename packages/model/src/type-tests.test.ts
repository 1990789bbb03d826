import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);

const compilers = [
  "typescript",
  ...(process.env["CMGEN_TIER"] === "night" ? ["typescript-5.9", "typescript-6.0"] : []),
];

/** The older compilers leave out the tests that no user's compiler sees. */
const configOf = (compiler: string): string =>
  compiler === "typescript" ? "tsconfig.test.json" : "tsconfig.types.json";

test.each(compilers)("the package and its type tests compile under %s", { timeout: 180_000 }, async (compiler) => {
  const project = fileURLToPath(new URL(`../${configOf(compiler)}`, import.meta.url));
  const tsc = resolve(`${compiler}/package.json`).replace(/package\.json$/, "bin/tsc");
  const output = await run(process.execPath, [tsc, "-p", project]).catch((error: { stdout: string }) => error);
  expect(output.stdout).toBe("");
});
