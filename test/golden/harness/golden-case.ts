import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const goldenFolder = join(import.meta.dirname, "..");

/** A folder of `test/golden`: a plugin, and what cmgen is to make of it. */
export interface GoldenCase {
  readonly name: string;
  readonly folder: string;
  /** The command line; what follows `cmgen`. */
  readonly args: readonly string[];
  readonly exitCode: number;
}

interface CaseFile {
  readonly args?: readonly string[];
  readonly exitCode?: number;
}

/** Every case, in order. `case.json` says how one is run, where it is not `cmgen generate` ending well. */
export function goldenCases(): readonly GoldenCase[] {
  return readdirSync(goldenFolder)
    .filter((name) => existsSync(join(goldenFolder, name, "input")))
    .toSorted()
    .map((name) => {
      const folder = join(goldenFolder, name);
      const { args = ["generate"], exitCode = 0 } = readCaseFile(join(folder, "case.json"));
      return { name, folder, args, exitCode };
    });
}

function readCaseFile(path: string): CaseFile {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as CaseFile) : {};
}
