import { rmSync } from "node:fs";
import { join } from "node:path";

import { printDrift } from "@cmgen/generator";

import { exitCode, type ExitCode } from "../exit-code.js";
import { assertPlugin, pluginPlace } from "../plugin-place.js";
import { reportFile } from "../report/report-file.js";
import { ownCommand } from "../own-command.js";
import { packageManagerIn, packageManagers } from "../installer.js";
import { ownSource } from "../scaffold/package-source.js";
import { dockerFiles, scaffoldFiles } from "../scaffold/scaffold-files.js";
import { isUpgraded, printRecord, readRecord, recordPath, scaffoldRecord } from "../scaffold/scaffold-record.js";
import { replaceFile, writeNew } from "../scaffold/write-scaffold.js";
import { shellQuote } from "../shell-quote.js";
import type { Terminal } from "../terminal.js";
import { assertCommitted } from "./git.js";
import { type FileUpgrade, planUpgrade } from "./plan-upgrade.js";
import { FilesError } from "../usage-error.js";
import { ownVersion } from "../version.js";

export interface UpgradeOptions {
  readonly dryRun: boolean;
  /** Whether to upgrade despite uncommitted changes. */
  readonly force: boolean;
}

/**
 * Merges today's templates into the project's files of a plugin.
 *
 * @throws {FilesError} where it is not known what the plugin was made from, or changes are not committed.
 * @throws {UsageError} where there is no plugin.
 */
export async function upgradePlugin({ dryRun, force }: UpgradeOptions, terminal: Terminal): Promise<ExitCode> {
  const place = pluginPlace(terminal);
  assertPlugin(place);
  const { root, shown } = place;
  const record = readRecord(root);
  if (record === undefined) {
    throw new FilesError(
      `${shown(recordPath)} is missing, so the templates that this plugin was made from are not known. ` +
        `\`${place.command(`init ${shellQuote(shown(""))} --force`)}\` writes it, with the templates of today as the start.`,
    );
  }
  if (!dryRun && !force) assertCommitted(root);
  const version = ownVersion();
  const template = scaffoldFiles({ ...record, source: ownSource(version, root) });
  const files = [...template, ...(record.docker ? dockerFiles() : [])].filter(isUpgraded);
  const upgrades = planUpgrade({ root, record, files, version });
  for (const upgrade of upgrades) reportFile({ ...upgrade, path: shown(upgrade.path) }, terminal);
  if (dryRun) return printDiff(upgrades, terminal);
  for (const upgrade of upgrades) write(root, upgrade);
  // Last: an upgrade that is cut off is done again.
  const next = printRecord(scaffoldRecord({ ...record, version }, files));
  if (next !== printRecord(record)) replaceFile(join(root, recordPath), next);
  return reportEnd(upgrades, terminal);
}

function write(root: string, { path, fate, after }: FileUpgrade): void {
  const target = join(root, path);
  if (fate === "delete") rmSync(target);
  if (after === undefined) return;
  if (fate === "create") writeNew(target, after);
  else replaceFile(target, after);
}

async function printDiff(upgrades: readonly FileUpgrade[], terminal: Terminal): Promise<ExitCode> {
  const changed = upgrades.filter(({ fate }) => fate !== "skip");
  terminal.out(changed.length === 0 ? nothingToChange() : await printDrift(changed));
  return exitCode.ok;
}

function reportEnd(upgrades: readonly FileUpgrade[], terminal: Terminal): ExitCode {
  const changed = upgrades.filter(({ fate }) => fate !== "skip");
  if (changed.length === 0) {
    terminal.out(nothingToChange());
    return exitCode.ok;
  }
  const conflicts = upgrades.filter(({ fate }) => fate === "conflict").length;
  const { install } = packageManagers[packageManagerIn(process.env["npm_config_user_agent"])];
  terminal.out(`\nContinue with:\n\n  git diff\n  ${install}\n  ${ownCommand("generate", terminal)}\n`);
  if (conflicts === 0) return exitCode.ok;
  terminal.error(
    `${conflicts} ${conflicts === 1 ? "file has a conflict" : "files have conflicts"}. Resolve them before you commit.\n`,
  );
  return exitCode.refused;
}

function nothingToChange(): string {
  return `Nothing to change: the project's files are as cmgen ${ownVersion()} writes them, but for what you changed.\n`;
}
