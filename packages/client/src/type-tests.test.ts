import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);

/**
 * In Node without the browser's types, and in a browser without Node's. Each is checked by the newest compiler, and at night by one older one,
 * which is slow, and leaves out the tests that no user's compiler sees.
 */
const newest = [
  ["tsconfig.test.json", "typescript"],
  ["tsconfig.browser.json", "typescript"],
] as const;
const older = [
  ["tsconfig.types.json", "typescript-6.0"],
  ["tsconfig.browser.json", "typescript-5.9"],
] as const;

test.each([...newest, ...(process.env["CMGEN_TIER"] === "night" ? older : [])])(
  "the client and its type tests compile: %s, %s",
  { timeout: 180_000 },
  async (config, compiler) => {
    const project = fileURLToPath(new URL(`../${config}`, import.meta.url));
    const tsc = resolve(`${compiler}/package.json`).replace(/package\.json$/, "bin/tsc");
    const output = await run(process.execPath, [tsc, "-p", project]).catch((error: { stdout: string }) => error);
    expect(output.stdout).toBe("");
  },
);
