import type { Transport } from "@cmgen/client";

import { exitCode, type ExitCode } from "../exit-code.js";
import { findTargets } from "../objects/find-targets.js";
import { printYaml } from "../objects/print-yaml.js";
import { objectPath } from "../objects/resource-objects.js";
import { asRecord } from "../objects/served-object.js";
import { fullName, readResources, type ServedResource } from "../objects/served-resource.js";
import { withService, type ConnectOptions } from "../server/connect.js";
import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import { FilesError, UsageError } from "../usage-error.js";

export interface HistoryOptions extends ConnectOptions {
  /** The resource and the name. */
  readonly words: readonly string[];
  readonly diff: string | undefined;
  readonly restore: number | undefined;
  readonly uid: string | undefined;
  readonly limit: number;
  readonly json: boolean;
}

/** Most versions of a request. */
const PAGE = 1000;

/** Lists the versions of an object, compares two or restores one; see the command. */
export function showHistory(options: HistoryOptions, terminal: Terminal): Promise<ExitCode> {
  const { words, diff, restore, limit } = options;
  if (diff !== undefined && restore !== undefined) throw new UsageError("Give --diff or --restore, not both.");
  if (!Number.isSafeInteger(limit) || limit < 1) throw new UsageError("--limit must be a whole number from 1.");
  const compared = diff === undefined ? undefined : readRange(diff);
  if (restore !== undefined) assertVersion(restore, "restore");
  return withService(options, terminal, async ({ transport }) => {
    const [target, ...others] = findTargets(await readResources(transport), words);
    if (target?.name === undefined || others.length > 0)
      throw new UsageError("Name one object, as person/ann or people ann.");
    const { resource, name } = target;
    const place: HistoryPlace = { transport, resource, name, path: `${objectPath(resource, name)}/history` };
    if (compared !== undefined) return compare(place, compared, { ...options, terminal });
    if (restore !== undefined) return restoreOne(place, restore, { ...options, terminal });
    return list(place, { ...options, terminal });
  });
}

interface HistoryPlace {
  readonly transport: Transport;
  readonly resource: ServedResource;
  readonly name: string;
  readonly path: string;
}

type Shown = Pick<HistoryOptions, "uid" | "limit" | "json"> & { readonly terminal: Terminal };

/** @throws {UsageError} for anything but two versions. */
function readRange(text: string): readonly [from: number, to: number] {
  const [, from, to] = /^(\d{1,15})\.\.(\d{1,15})$/.exec(text) ?? [];
  if (from === undefined || to === undefined) throw new UsageError("--diff must be two versions, as 3..5.");
  return [Number(from), Number(to)];
}

function assertVersion(version: number, option: string): void {
  if (!Number.isSafeInteger(version) || version < 1)
    throw new UsageError(`--${option} must be the number of a version.`);
}

function uidQuery(uid: string | undefined): { readonly query?: URLSearchParams } {
  return uid === undefined ? {} : { query: new URLSearchParams({ uid }) };
}

async function list({ transport, path }: HistoryPlace, { uid, limit, json, terminal }: Shown): Promise<ExitCode> {
  const items: Readonly<Record<string, unknown>>[] = [];
  for (let token: string | undefined = ""; token !== undefined && items.length < limit;) {
    const query = new URLSearchParams({ limit: String(Math.min(PAGE, limit - items.length)) });
    if (token !== "") query.set("continue", token);
    if (uid !== undefined) query.set("uid", uid);
    const page = asRecord(await transport.json<unknown>({ method: "GET", path, query }));
    if (!Array.isArray(page["items"])) throw new FilesError("The service's answer is not a history.");
    items.push(...page["items"].map(asRecord));
    const next = asRecord(page["metadata"])["continue"];
    token = typeof next === "string" && next !== "" ? next : undefined;
  }
  if (json) terminal.out(`${JSON.stringify(items, null, 2)}\n`);
  else terminal.out(printable(table(items)));
  return exitCode.ok;
}

const COLUMNS = ["version", "type", "time", "actor", "verb"] as const;

function table(items: readonly Readonly<Record<string, unknown>>[]): string {
  const rows = [
    COLUMNS.map((column) => column.toUpperCase()),
    ...items.map((item) => COLUMNS.map((column) => String(item[column] ?? "-"))),
  ];
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]): string => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ");
  return rows.map((row) => `${line(row).trimEnd()}\n`).join("");
}

async function compare(
  { transport, resource, name, path }: HistoryPlace,
  versions: readonly [from: number, to: number],
  { uid, terminal }: Shown,
): Promise<ExitCode> {
  const read = async (version: number): Promise<string> =>
    printYaml(await transport.json<unknown>({ method: "GET", path: `${path}/${version}`, ...uidQuery(uid) }));
  const [before, after] = [await read(versions[0]), await read(versions[1])];
  if (before === after) return exitCode.ok;
  const { printDrift } = await import("@cmgen/generator");
  terminal.out(printable(await printDrift([{ path: fullName(resource, name), before, after }])));
  return exitCode.found;
}

async function restoreOne(
  { transport, resource, name, path }: HistoryPlace,
  version: number,
  { uid, json, terminal }: Shown,
): Promise<ExitCode> {
  const call = { method: "POST", path: `${path}/${version}/restore`, ...uidQuery(uid) };
  const restored = asRecord(await transport.json<unknown>(call));
  if (json) terminal.out(`${JSON.stringify(restored, null, 2)}\n`);
  else {
    const now = String(asRecord(restored["metadata"])["version"]);
    terminal.out(printable(`${fullName(resource, name)} has version ${version} again, as version ${now}\n`));
  }
  return exitCode.ok;
}
