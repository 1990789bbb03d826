import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);
const project = fileURLToPath(new URL("../tsconfig.test.json", import.meta.url));

test.each(["typescript-5.9", "typescript-6.0", "typescript"])(
  "the package and its type tests compile under %s",
  { timeout: 180_000 },
  async (compiler) => {
    const tsc = resolve(`${compiler}/package.json`).replace(/package\.json$/, "bin/tsc");
    const output = await run(process.execPath, [tsc, "-p", project]).catch((error: { stdout: string }) => error);
    expect(output.stdout).toBe("");
  },
);
