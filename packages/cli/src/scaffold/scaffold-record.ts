import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { isInnerPath } from "@cmgen/generator";

import { FilesError } from "../usage-error.js";
import { type PackageManager, packageManagerNames } from "../installer.js";
import { type PluginStart, starts } from "./plugin-start.js";
import type { ScaffoldFile } from "./scaffold-files.js";

/** What a plugin was scaffolded with: what its template says today, and said then. */
export interface ScaffoldRecord {
  /** The version of cmgen whose templates the plugin has. */
  readonly version: string;
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  /** Absent: the sample model. */
  readonly start?: PluginStart;
  readonly docker: boolean;
  /** Absent in records of earlier versions, whose plugins have npm's files. */
  readonly packageManager?: PackageManager;
  /** Texts of the files that `cmgen upgrade` brings up to date, by path, as the template had them. */
  readonly files: Readonly<Record<string, string>>;
}

/** Relative to the plugin's root. It is committed with the plugin. */
export const recordPath = ".cmgen-scaffold.json";

/**
 * Whether a file of the scaffold is brought up to date later: what the project is built and run with. The sample model and what goes with
 * it are the author's from the first day.
 */
export function isUpgraded({ path }: Pick<ScaffoldFile, "path">): boolean {
  return path === "src/server.ts" || !/^(?:src|extensions)\/|\.test\.ts$/.test(path);
}

/** The record of files that were, or are being, scaffolded. */
export function scaffoldRecord(about: Omit<ScaffoldRecord, "files">, files: readonly ScaffoldFile[]): ScaffoldRecord {
  const texts = files.filter(isUpgraded).map(({ path, contents }) => [path, contents] as const);
  return { ...about, files: Object.fromEntries(texts) };
}

export function printRecord(record: ScaffoldRecord): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

/**
 * The record of a plugin; undefined if it has none.
 *
 * @throws {FilesError} where it is not what was written.
 */
export function readRecord(folder: string): ScaffoldRecord | undefined {
  const path = join(folder, recordPath);
  if (!existsSync(path)) return undefined;
  try {
    const record: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (isRecord(record)) return record;
  } catch {
    // Reported below.
  }
  throw new FilesError(`${path} is not as \`cmgen init\` wrote it. Restore it from version control.`);
}

function isRecord(value: unknown): value is ScaffoldRecord {
  const { version, name, group, kind, start, docker, packageManager, files } = Object(value) as Partial<
    Record<keyof ScaffoldRecord, unknown>
  >;
  const texts = [version, name, group, kind, ...Object.values(Object(files) as object)];
  if (packageManager !== undefined && !packageManagerNames.some((known) => known === packageManager)) return false;
  if (start !== undefined && !starts.some((known) => known === start)) return false;
  // An upgrade writes and removes these files.
  const isInside = Object.keys(Object(files) as object).every(isInnerPath);
  return (
    typeof docker === "boolean" && files !== undefined && isInside && texts.every((text) => typeof text === "string")
  );
}
