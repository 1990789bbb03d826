import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const here = import.meta.dirname;

/**
 * What `recommendedTypeChecked` of typescript-eslint, which has all of `recommended`, says of a plugin's files: `<path>:<line> <rule>: …`.
 *
 * @param folder Absolute path of a folder with a tsconfig.json.
 * @param rules Rules that are set otherwise.
 */
export async function lintErrors(
  folder: string,
  patterns: readonly string[],
  rules: Readonly<Record<string, "off">> = {},
): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "--require",
      join(here, "resolve-typescript.cjs"),
      join(here, "run-eslint.mjs"),
      folder,
      JSON.stringify(rules),
    ].concat(patterns),
    { maxBuffer: 16 * 1024 * 1024 },
  );
  return stdout.split("\n").filter((line) => line !== "");
}
