import { checkObjectName } from "@cmgen/model";
import type { HistoryEntry } from "@cmgen/store";
import { ApiError } from "../../error/api-error.js";
import { seenObject } from "../permission.js";
import { notFound } from "../refusal.js";
import { readShown } from "../shown-bytes.js";
import type { StoredObject } from "../stored-object.js";
import type { WriteContext } from "../write-context.js";
import type { HistoryView } from "./history-view.js";

/** Entries of a page of a history, at most, and by default. */
export const MOST_ENTRIES = 1000;
const USUAL_ENTRIES = 100;

/** What a history says of a version of an object. */
export interface HistoryItem {
  /** Objects that had the name one after another have different ones. */
  readonly uid: string;
  readonly version: number;
  /** DELETED: the object was removed, and this was its last version. */
  readonly type: HistoryEntry["type"];
  /** When it was written, who wrote it and how, and its place in the order of changes: absent for what was stored before its model had a history. */
  readonly time?: string;
  readonly actor?: string;
  readonly verb?: string;
  readonly revision?: number;
}

/** The versions of a name, the newest first. */
export interface HistoryPage {
  readonly items: readonly HistoryItem[];
  /** Where the next page begins; absent on the last one. */
  readonly continue?: string;
}

/** Which part of a history is read. */
export interface HistoryOptions {
  /** At most 1000. Default 100. */
  readonly limit?: number | undefined;
  /** The `continue` of the page before. */
  readonly continue?: string | undefined;
}

/** A version of an object. Without a uid that of the newest object of the name. */
export interface VersionTarget {
  readonly name: string;
  readonly version: number;
  readonly uid?: string | undefined;
}

/**
 * Lists the versions of a name, also of one that was deleted. Those that the caller would not see as objects are left out, so that a page may have
 * fewer.
 *
 * @throws {ApiError} `NotFound` if nothing is kept of the name that the caller sees, and it sees no object of it.
 * @throws {RangeError} for options that are none.
 */
export async function listHistory(
  context: WriteContext,
  name: string,
  { limit = USUAL_ENTRIES, continue: token }: HistoryOptions = {},
): Promise<HistoryPage> {
  const { store, model, view } = context;
  historyOf(context);
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MOST_ENTRIES)
    throw new RangeError(`limit must be a whole number from 1 to ${MOST_ENTRIES}`);
  const before = token === undefined ? undefined : readToken(token);
  const isName = checkObjectName(name).length === 0;
  const found = isName ? await store.history.list(model, name, { before, limit: limit + 1 }) : [];
  const page = found.slice(0, limit);
  const seen = await seenEntries(context, name, page);
  const last = found.length > limit ? page.at(-1) : undefined;
  // A caller who sees none of the first page is not told that there are others.
  if (seen.length === 0 && before === undefined && (await readShown(context, name)) === undefined)
    throw notFound(view.model, name);
  return { items: seen.map(itemOf), ...(last !== undefined && { continue: String(last.id) }) };
}

/** The entries whose objects the caller sees. Where rules tell objects apart, each is read for that. */
async function seenEntries(
  context: WriteContext,
  name: string,
  entries: readonly HistoryEntry[],
): Promise<readonly HistoryEntry[]> {
  const { access } = context;
  if (access === undefined || (access.sight.rows === undefined && !access.sight.isEmpty)) return entries;
  const seen: HistoryEntry[] = [];
  for (const entry of entries) {
    const { version, uid } = entry;
    if ((await findVersion(context, { name, version, uid })) !== undefined) seen.push(entry);
  }
  return seen;
}

function readToken(token: string): number {
  if (/^\d{1,15}$/.test(token)) return Number(token);
  throw new RangeError("continue must be that of the page before");
}

function itemOf({ uid, version, type, revision, at, actor, verb }: HistoryEntry): HistoryItem {
  return {
    uid,
    version,
    type,
    ...(revision !== null && { time: new Date(at).toISOString(), revision }),
    ...(actor !== null && { actor }),
    ...(verb !== null && { verb }),
  };
}

/** A version of an object, in the form that is stored and as the caller sees it. */
export interface FoundVersion {
  readonly stored: StoredObject;
  /** In the caller's version, without what is hidden from it. */
  readonly seen: StoredObject;
  /** The same without what is secret, for an answer. */
  readonly shown: StoredObject;
  /** Whether something is hidden from the caller. */
  readonly isMasked: boolean;
}

/**
 * A version of an object, as today's schema has it.
 *
 * @throws {ApiError} `NotFound` if it is not kept, or the caller would not see it as an object; `InternalError` if a step or a conversion fails on it.
 */
export async function readVersion(context: WriteContext, target: VersionTarget): Promise<FoundVersion> {
  const { view, access } = context;
  const { name, version, uid } = target;
  const stored = await findVersion(context, target);
  if (stored === undefined) {
    const which = uid === undefined ? "" : ` of the object with the uid ${JSON.stringify(uid)}`;
    const what = `${view.model.singular} ${JSON.stringify(name)}`;
    throw new ApiError("NotFound", `There is no version ${version}${which} in the history of the ${what}.`);
  }
  const seen = seenObject(context, stored, view.shown(structuredClone(stored)));
  const shown = view.maskedObject(seen);
  return { stored, seen, shown, isMasked: (access?.hiddenIn(stored) ?? []).length > 0 };
}

/** A version as it would be stored today; undefined if it is not kept, or not for the caller. */
async function findVersion(context: WriteContext, target: VersionTarget): Promise<StoredObject | undefined> {
  const { store, model, access } = context;
  const history = historyOf(context);
  if (checkObjectName(target.name).length > 0) return undefined;
  const kept = await store.history.read(model, target);
  if (kept === undefined) return undefined;
  const stored = await history.stored(kept);
  return access === undefined || access.sees(stored) ? stored : undefined;
}

/** @throws {TypeError} for a model that keeps none. */
export function historyOf({ history, model }: WriteContext): HistoryView {
  if (history !== undefined) return history;
  throw new TypeError(`The model ${model.kind} keeps no history: declare history: { keep: "90d" }`);
}
