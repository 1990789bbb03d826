import { join } from "node:path";

import { main } from "cmgen/main";

import { readTree, writeTree, type FileTree } from "./file-tree.js";
import type { GoldenCase } from "./golden-case.js";
import { ownSchemas } from "./own-schemas.js";

/** What a command line did, to the byte. */
export interface CaseOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Files that are not as they are in the input, and all generated ones: a stale file that stays shows here. */
  readonly files: FileTree;
}

/** The moment at which every case runs: migrations are named after it. */
const now = new Date("2026-01-31T09:59:59.000Z");

/** Runs a case's command line on a copy of its input, made in `workspace`; the copy stays. */
export async function runCase({ name, input, args }: GoldenCase, workspace: string): Promise<CaseOutcome> {
  const root = join(workspace, name);
  writeTree(root, input);
  let stdout = "";
  let stderr = "";
  const exitCode = await main(args, {
    workingFolder: root,
    columns: 100,
    color: false,
    now: () => now,
    interrupted: () => new AbortController().signal,
    out: (text) => (stdout += text),
    error: (text) => (stderr += text),
  });
  return { exitCode, stdout, stderr, files: changedFiles(input, readTree(root)) };
}

function changedFiles(before: FileTree, after: FileTree): FileTree {
  return new Map([...after].filter(([path, text]) => path.includes("/generated/") || before.get(path) !== text));
}

/** The files of an outcome that its case is about: all of them, or some and the schemas that are in no other case. */
export function recordedFiles({ records }: GoldenCase, files: FileTree): FileTree {
  if (records === undefined) return files;
  const document = files.get("openapi.json");
  const all = document === undefined ? files : new Map([...files, ["schemas.json", ownSchemas(document)]]);
  return new Map([...all].filter(([path]) => records.some((end) => path.endsWith(end))));
}
