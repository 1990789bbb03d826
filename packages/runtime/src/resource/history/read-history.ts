import { checkObjectName } from "@cmgen/model/internal";
import type { HistoryEntry } from "@cmgen/store";
import type { FieldPath } from "../../access/field-path.js";
import { withoutFields } from "../../access/hidden-fields.js";
import { ApiError } from "../../error/api-error.js";
import type { StoredObject } from "../stored-object.js";
import type { WriteContext } from "../write-context.js";
import { HistoryRights } from "./history-rights.js";
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
  /** When it was written, who wrote it and how, and its place in the order of changes: absent where that is not kept. */
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
  /** The versions of this object alone, of several that had the name. */
  readonly uid?: string | undefined;
}

/** A version of an object. Without a uid that of the newest object of the name. */
export interface VersionTarget {
  readonly name: string;
  readonly version: number;
  readonly uid?: string | undefined;
}

/**
 * Lists the versions of a name, also of one that was deleted. Those that the caller may not read are left out, so that a page may have fewer.
 *
 * @throws {ApiError} `NotFound` if the caller may read no version on the page; `Forbidden` if it may read the object, and not its history.
 * @throws {RangeError} for options that are none.
 */
export async function listHistory(
  context: WriteContext,
  name: string,
  { limit = USUAL_ENTRIES, continue: token, uid }: HistoryOptions = {},
): Promise<HistoryPage> {
  const { store, model } = context;
  const history = historyOf(context);
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MOST_ENTRIES)
    throw new RangeError(`limit must be a whole number from 1 to ${MOST_ENTRIES}`);
  const before = token === undefined ? undefined : readToken(token);
  const rights = await HistoryRights.of(context, history, name);
  const isName = checkObjectName(name).length === 0;
  const kept = isName ? await store.history.list(model, name, { before, uid, limit: limit + 1 }) : [];
  const found = before === undefined ? withPresent(kept, rights, uid) : kept;
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  // A caller who may read none of the page is not told that there are others.
  const isEnd = before !== undefined && page.length === 0;
  if (!(isEnd ? await rights.isKnown() : await rights.mayReadSome(page))) throw rights.refusal();
  const seen = await seenEntries(context, rights, { name, entries: page });
  return { items: seen.map(itemOf), ...(last !== undefined && { continue: String(last.id) }) };
}

/** With the version that the object has now, where that is not kept: it was stored before its model had a history, or what was kept has been erased. */
function withPresent(
  kept: readonly HistoryEntry[],
  { present }: HistoryRights,
  uid: string | undefined,
): readonly HistoryEntry[] {
  if (present === undefined || (uid !== undefined && uid !== present.uid)) return kept;
  const { version } = present.stored.metadata;
  if (kept.some((entry) => entry.uid === present.uid && entry.version >= version)) return kept;
  const id = (kept[0]?.id ?? 0) + 1;
  const unknown = { revision: null, at: 0, actor: null, verb: null };
  return [{ id, uid: present.uid, version, type: "MODIFIED", ...unknown }, ...kept];
}

/** The entries of a page that the caller may read. Where rules tell objects apart, each is read for that. */
async function seenEntries(
  context: WriteContext,
  rights: HistoryRights,
  { name, entries }: { readonly name: string; readonly entries: readonly HistoryEntry[] },
): Promise<readonly HistoryEntry[]> {
  if (rights.isWhole) return entries;
  const seen: HistoryEntry[] = [];
  for (const entry of entries) {
    const { version, uid } = entry;
    if ((await findVersion(context, rights, { name, version, uid })) !== undefined) seen.push(entry);
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
  /** What is hidden from the caller. */
  readonly hidden: readonly FieldPath[];
}

/**
 * A version of an object, as today's schema has it.
 *
 * @throws {ApiError} `NotFound` if there is none that the caller may read; `Forbidden` if it may read the object, and not its history;
 * `InternalError` if a step or a conversion fails on it.
 */
export async function readVersion(context: WriteContext, target: VersionTarget): Promise<FoundVersion> {
  const { view, access } = context;
  const rights = await HistoryRights.of(context, historyOf(context), target.name);
  const stored = await findVersion(context, rights, target);
  if (stored === undefined) throw missingVersion(context, rights, target);
  const hidden = access?.hiddenInPast(stored) ?? [];
  const seen = withoutFields(view.shown(structuredClone(stored)), hidden);
  return { stored, seen, shown: view.maskedObject(seen), hidden };
}

function missingVersion(
  { view }: WriteContext,
  rights: HistoryRights,
  { name, version, uid }: VersionTarget,
): ApiError {
  const refusal = rights.refusal();
  if (refusal.code !== "NotFound") return refusal;
  const which = uid === undefined ? "" : ` of the object with the uid ${JSON.stringify(uid)}`;
  const what = `${view.model.singular} ${JSON.stringify(name)}`;
  return new ApiError("NotFound", `There is no version ${version}${which} in the history of the ${what}.`);
}

/** A version as it would be stored today; undefined if there is none, or none for the caller. */
async function findVersion(
  context: WriteContext,
  rights: HistoryRights,
  target: VersionTarget,
): Promise<StoredObject | undefined> {
  const found = presentVersion(rights, target) ?? (await keptVersion(context, target));
  if (found === undefined || !(await rights.mayRead(found.uid))) return undefined;
  return rights.covers(found.stored) ? found.stored : undefined;
}

interface VersionState {
  readonly uid: string;
  readonly stored: StoredObject;
}

/** The version that the object has now, which need not be kept. */
function presentVersion({ present }: HistoryRights, { version, uid }: VersionTarget): VersionState | undefined {
  const isMeant = present?.stored.metadata.version === version && (uid === undefined || uid === present.uid);
  return isMeant ? present : undefined;
}

async function keptVersion(context: WriteContext, target: VersionTarget): Promise<VersionState | undefined> {
  const history = historyOf(context);
  if (checkObjectName(target.name).length > 0) return undefined;
  const kept = await context.store.history.read(context.model, target);
  return kept && { uid: kept.uid, stored: await history.stored(kept) };
}

/** @throws {TypeError} for a model that keeps none. */
export function historyOf({ history, model }: WriteContext): HistoryView {
  if (history !== undefined) return history;
  throw new TypeError(`The model ${model.kind} keeps no history: declare history: { keep: "90d" }`);
}
