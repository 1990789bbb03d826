import type { HistoryEntry } from "@cmgen/store";
import { ApiError } from "../../error/api-error.js";
import { notFound } from "../refusal.js";
import { parseStored, readObject, type StoredObject } from "../stored-object.js";
import type { WriteContext } from "../write-context.js";
import type { HistoryView } from "./history-view.js";

/** The object that has a name now, in the form that is stored. */
interface PresentObject {
  /** As the history has it. */
  readonly uid: string;
  readonly stored: StoredObject;
}

/**
 * What a caller may read of the history of a name. The object itself decides first: by what it is now or, if it was deleted, by its last version.
 * So anyone who may not read it any more does not read what it was. Each version then counts by what it was.
 */
export class HistoryRights {
  /** The object that has the name now; undefined if there is none. */
  readonly present: PresentObject | undefined;
  readonly #context: WriteContext;
  readonly #view: HistoryView;
  readonly #name: string;
  readonly #readable = new Map<string, Promise<boolean>>();

  constructor(
    context: WriteContext,
    view: HistoryView,
    of: { readonly name: string; present: PresentObject | undefined },
  ) {
    this.#context = context;
    this.#view = view;
    this.#name = of.name;
    this.present = of.present;
  }

  /** Reads the object before its versions are read: then none of these is newer without being kept. */
  static async of(context: WriteContext, view: HistoryView, name: string): Promise<HistoryRights> {
    const read = await readObject(context, name);
    const present = read && { uid: read.uid, stored: context.view.stored(parseStored(read)) };
    return new HistoryRights(context, view, { name, present });
  }

  /** Whether every version of every object is for the caller. */
  get isWhole(): boolean {
    const { access } = this.#context;
    return access === undefined || access.seesWholePast;
  }

  /** Whether the caller may read the history of one of the objects that had the name. */
  mayRead(uid: string): Promise<boolean> {
    if (this.isWhole) return Promise.resolve(true);
    const known = this.#readable.get(uid) ?? this.#isReadable(uid);
    this.#readable.set(uid, known);
    return known;
  }

  /** Whether the caller may read the history of one of the objects that entries are of. */
  async mayReadSome(entries: readonly HistoryEntry[]): Promise<boolean> {
    for (const uid of new Set(entries.map((entry) => entry.uid))) if (await this.mayRead(uid)) return true;
    return false;
  }

  /** Whether the caller knows of the name without being shown a version. */
  async isKnown(): Promise<boolean> {
    return this.isWhole || (this.present !== undefined && (await this.mayRead(this.present.uid)));
  }

  /** Whether a version, whose object's history the caller may read, is for the caller as well. */
  covers(stored: StoredObject): boolean {
    const { access } = this.#context;
    return access === undefined || access.seesPast(stored);
  }

  /** The refusal of a caller who finds nothing. */
  refusal(): ApiError {
    const { access, view } = this.#context;
    const isSeen = this.present !== undefined && access !== undefined && access.sight.covers(this.present.stored);
    if (!isSeen || this.covers(this.present.stored)) return notFound(view.model, this.#name);
    const what = `${view.model.singular} ${JSON.stringify(this.#name)}`;
    return new ApiError("Forbidden", `The caller may read the ${what}, but not its history.`);
  }

  async #isReadable(uid: string): Promise<boolean> {
    const { present } = this;
    // What was stored without a uid is of the object that is there.
    if (present !== undefined && (uid === present.uid || uid === "")) return this.covers(present.stored);
    const { store, model } = this.#context;
    const [newest] = await store.history.list(model, this.#name, { uid, limit: 1 });
    const last = newest && (await store.history.read(model, { name: this.#name, version: newest.version, uid }));
    return last !== undefined && this.covers(await this.#view.stored(last));
  }
}
