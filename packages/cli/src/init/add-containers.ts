import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { exitCode, type ExitCode } from "../exit-code.js";
import { type Manifest, readManifest } from "../scaffold/missing-entries.js";
import { printContainerSteps } from "../scaffold/next-steps.js";
import { dockerFiles } from "../scaffold/scaffold-files.js";
import { printRecord, readRecord, recordPath, scaffoldRecord } from "../scaffold/scaffold-record.js";
import { replaceFile, type ScaffoldOptions, writeScaffold } from "../scaffold/write-scaffold.js";
import type { Terminal } from "../terminal.js";
import { reportOutcome } from "./report-outcome.js";

/** Adds to a plugin what runs it in containers, and nothing else. */
export function addContainers(target: string, options: ScaffoldOptions, terminal: Terminal): ExitCode {
  const outcome = writeScaffold(target, dockerFiles(), options);
  reportOutcome({ target, outcome, dryRun: options.dryRun }, terminal);
  if (options.dryRun) return exitCode.ok;
  recordContainers(target);
  const place = relative(terminal.shellFolder ?? terminal.workingFolder, target);
  const manifest = readManifest(target) ?? {};
  terminal.out(`\n${printContainerSteps({ place, manifest, ignoresEnv: ignoresEnv(target) })}`);
  return exitCode.ok;
}

/** A plugin that gets containers later has their templates in its record, too. */
function recordContainers(target: string): void {
  const record = readRecord(target);
  if (record === undefined || record.docker) return;
  const { files } = scaffoldRecord(record, dockerFiles());
  replaceFile(join(target, recordPath), printRecord({ ...record, docker: true, files: { ...record.files, ...files } }));
}

/** Whether a folder has a plugin already. */
export function isPlugin(folder: string, manifest: Manifest | undefined): boolean {
  const dependencies = Object(manifest?.["dependencies"]) as object;
  return "@cmgen/runtime" in dependencies || existsSync(join(folder, "cmgen.config.ts"));
}

/** Whether the plugin's `.gitignore` names `.env`. */
export function ignoresEnv(folder: string): boolean {
  const path = join(folder, ".gitignore");
  return existsSync(path) && /^\/?\.env$/m.test(readFileSync(path, "utf8"));
}
