import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { readTree, type FileTree } from "./file-tree.js";

const goldenFolder = join(import.meta.dirname, "..");

/** A folder of `test/golden` with an `input`: a plugin, and what cmgen is to make of it. */
export interface GoldenCase {
  /** The folder below `test/golden`, with `/`. */
  readonly name: string;
  readonly folder: string;
  /** The plugin's files; packages it has installed are in `node_modules`. */
  readonly input: FileTree;
  /** The command line; what follows `cmgen`. */
  readonly args: readonly string[];
  readonly exitCode: number;
  /** Which generated files are expected to the byte, by the ends of their paths; all of them where it is absent. */
  readonly records?: readonly string[];
}

/** What `case.json` may say of a case, or of every case below its folder. */
type CaseFile = Partial<Pick<GoldenCase, "args" | "exitCode" | "records">>;

interface Inherited {
  readonly files: FileTree;
  readonly settings: CaseFile;
}

/**
 * Every case, in order. A folder of cases may have a `base`, whose files each of them starts from, and a `case.json`, as a case may:
 * how it is run, where it is not `cmgen generate` ending well.
 */
export function goldenCases(): readonly GoldenCase[] {
  return casesBelow(goldenFolder, { files: new Map(), settings: {} });
}

function casesBelow(folder: string, inherited: Inherited): readonly GoldenCase[] {
  const settings = { ...inherited.settings, ...readCaseFile(join(folder, "case.json")) };
  const files = new Map([...inherited.files, ...readTree(join(folder, "base"))]);
  if (existsSync(join(folder, "input"))) return [caseOf(folder, { files, settings })];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "base" && entry.name !== "harness")
    .map(({ name }) => name)
    .toSorted()
    .flatMap((name) => casesBelow(join(folder, name), { files, settings }));
}

function caseOf(folder: string, { files, settings }: Inherited): GoldenCase {
  const name = relative(goldenFolder, folder).replaceAll("\\", "/");
  const installed = [...readTree(join(folder, "installed"))].map(
    ([path, text]) => [`node_modules/${path}`, text] as const,
  );
  const input = new Map([...files, ...readTree(join(folder, "input")), ...installed]);
  return { name, folder, input, args: ["generate"], exitCode: 0, ...settings };
}

function readCaseFile(path: string): CaseFile {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as CaseFile) : {};
}
