import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { exitCode, type ExitCode } from "../exit-code.js";
import { type Manifest, readManifest } from "../scaffold/missing-entries.js";
import { printContainerSteps } from "../scaffold/next-steps.js";
import { relativePath } from "@cmgen/generator/paths";
import { reportFile } from "../report/report-file.js";
import { dockerFiles, type ScaffoldFile } from "../scaffold/scaffold-files.js";
import { printRecord, readRecord, recordPath, scaffoldRecord } from "../scaffold/scaffold-record.js";
import { replaceFile, type ScaffoldOptions, writeScaffold } from "../scaffold/write-scaffold.js";
import type { Terminal } from "../terminal.js";
import { reportOutcome } from "./report-outcome.js";

/** Has other options in containers. */
const SERVER = "src/server.ts";
const ACCESS = "src/access.ts";

/** Adds to a plugin what runs it in containers, and nothing else. */
export function addContainers(target: string, options: ScaffoldOptions, terminal: Terminal): ExitCode {
  const added = containerFiles(target);
  const replaced = unchangedFiles(target, added);
  const others = added.filter(({ path }) => replaced.every((file) => file.path !== path));
  const outcome = writeScaffold(target, others, options);
  for (const { path, contents } of replaced) {
    reportFile({ fate: "update", path: relativePath(terminal.workingFolder, join(target, path)) }, terminal);
    if (!options.dryRun) replaceFile(join(target, path), contents);
  }
  reportOutcome({ target, outcome, dryRun: options.dryRun }, terminal);
  if (outcome.kept.includes(SERVER))
    terminal.out(
      `\nIn a container the service listens for everybody: ${SERVER} needs an authorizer, or the plugin needs ${ACCESS}.\n`,
    );
  if (options.dryRun) return exitCode.ok;
  recordContainers(target);
  const place = relative(terminal.shellFolder ?? terminal.workingFolder, target);
  const manifest = readManifest(target) ?? {};
  terminal.out(`\n${printContainerSteps({ place, manifest, ignoresEnv: ignoresEnv(target) })}`);
  return exitCode.ok;
}

/** Where there is a `src/access.ts`, it says who may call: the server needs no authorizer. */
function containerFiles(target: string): readonly ScaffoldFile[] {
  return dockerFiles().filter(({ path }) => path !== SERVER || !existsSync(join(target, ACCESS)));
}

/** The files that are still as a scaffold without containers has them, as they are to be with containers. */
function unchangedFiles(target: string, added: readonly ScaffoldFile[]): readonly ScaffoldFile[] {
  const files = readRecord(target)?.files ?? {};
  return added.filter(({ path, contents }) => {
    const own = existsSync(join(target, path)) ? readFileSync(join(target, path), "utf8") : undefined;
    return own !== undefined && own !== contents && own === files[path];
  });
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
