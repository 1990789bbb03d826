import {
  guardOf,
  type ListPage,
  type ListPlan,
  MOST_JOBS,
  type ObjectRecord,
  type ReadGuard,
  type Removal,
  type Store,
  type StoredBytes,
  type StoredModel,
  type WriteBatch,
  type WriteJob,
  type WriteOutcome,
  type WriteRefusal,
} from "@cmgen/store";
import { ApiError } from "../../error/api-error.js";
import { storeWith } from "../store-with.js";
import { parseStored } from "../stored-object.js";
import { foldedRemoval, foldedReplace } from "./folded-write.js";
import { objectKey } from "./known-refusals.js";

/** Objects that a transaction reads, at most: all of them are compared when it is committed. */
const MOST_READ = 10_000;

/** An object that was read. */
interface ReadObject {
  readonly model: StoredModel;
  readonly name: string;
  readonly stored: Promise<StoredBytes | undefined>;
}

/** A write that is only noted: its revision is not known yet. */
const NOTED: WriteOutcome = { revision: 0 };

/**
 * Keeps the writes of a transaction until it is committed, and the versions of what it has read. Its {@link store} is used like any other: an object
 * that was written is read as it was written.
 */
export class WriteBuffer {
  readonly store: Store;
  readonly #store: Store;
  readonly #refusalOf: (job: WriteJob) => WriteRefusal | undefined;
  readonly #read = new Map<string, ReadObject>();
  readonly #jobs = new Map<string, WriteJob>();
  #isOver = false;
  #running = 0;

  /** @param refusalOf why a write is refused, as far as it is known. */
  constructor(store: Store, refusalOf: (job: WriteJob) => WriteRefusal | undefined) {
    this.#store = store;
    this.#refusalOf = refusalOf;
    this.store = storeWith(store, {
      read: (model, name) => this.#run(this.#current(model, name)),
      list: (model, plan, signal) => this.#run(this.#list(model, plan, signal)),
      create: (model, record) => this.#run(this.#create(model, record)),
      replace: (model, record, expectedVersion) => this.#run(this.#replace(model, record, expectedVersion)),
      remove: (model, removal) => this.#run(this.#remove(model, removal)),
      writeAll: () => Promise.reject(new Error("A transaction cannot begin another one: use its `tx`.")),
    });
  }

  async #run<Done>(doing: Promise<Done>): Promise<Done> {
    this.#running += 1;
    try {
      return await doing;
    } finally {
      this.#running -= 1;
    }
  }

  /** Ends the time in which it can be used. */
  end(): void {
    this.#isOver = true;
  }

  /** @throws {Error} while something that was begun is not done. */
  assertDone(): void {
    if (this.#running > 0)
      throw new Error("A transaction's function has returned before all was done: await everything that it does.");
  }

  /** What is to be committed. What is written needs no guard: it expects a version itself. */
  async batch(): Promise<WriteBatch> {
    return { jobs: [...this.#jobs.values()], guards: await this.guards((key) => !this.#jobs.has(key)) };
  }

  /** What was read, as it was. */
  async guards(isGuarded = (_key: string): boolean => true): Promise<readonly ReadGuard[]> {
    const guards: ReadGuard[] = [];
    for (const [key, { model, name, stored }] of this.#read)
      if (isGuarded(key)) guards.push({ table: model.table, name, version: (await stored)?.version });
    return guards;
  }

  /** The plural of a table's objects, of which one was read or written. */
  pluralOf(table: string): string {
    const models = [...this.#read.values(), ...this.#jobs.values()].map(({ model }) => model);
    return models.find((model) => model.table === table)?.plural ?? table;
  }

  async #current(model: StoredModel, name: string): Promise<StoredBytes | undefined> {
    this.#assertOpen();
    const job = this.#jobs.get(objectKey(model.table, name));
    if (job === undefined) return this.#base(model, name);
    if (job.write === "remove") return undefined;
    const { uid, version, data } = job.record;
    return { uid, version, data };
  }

  /** The object as it is stored. It is read once, so that all that happens in the transaction sees the same. */
  async #base(model: StoredModel, name: string): Promise<StoredBytes | undefined> {
    const known = this.#read.get(objectKey(model.table, name));
    if (known !== undefined) return known.stored;
    const stored = this.#store.read(model, name);
    this.#note({ model, name, stored });
    return stored;
  }

  #note(read: ReadObject): void {
    const key = objectKey(read.model.table, read.name);
    if (this.#read.has(key)) return;
    if (this.#read.size === MOST_READ) throw new Error(`A transaction can read ${MOST_READ} objects.`);
    this.#read.set(key, read);
    // What could not be read was not read.
    read.stored.catch(() => this.#read.delete(key));
  }

  /** A list is of what is stored. */
  async #list(model: StoredModel, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage> {
    this.#assertOpen();
    const page = await this.#store.list(model, plan, signal);
    const items: Uint8Array[] = [];
    for await (const data of page.items) {
      const { name, uid, version } = parseStored({ data }).metadata;
      this.#note({ model, name, stored: Promise.resolve({ uid, version, data }) });
      items.push(data);
    }
    return { ...page, items };
  }

  async #create(model: StoredModel, record: ObjectRecord): Promise<WriteOutcome> {
    const { name } = record;
    const key = objectKey(model.table, name);
    if ((await this.#current(model, name)) !== undefined) return { refused: "name-taken" };
    if (this.#jobs.has(key))
      throw new ApiError(
        "Conflict",
        `${JSON.stringify(name)} of ${model.plural} is deleted in the same transaction: its name can be given again after it.`,
      );
    const job = { write: "create", model, record } as const;
    return this.#put(job, job);
  }

  async #replace(model: StoredModel, record: ObjectRecord, expectedVersion: number): Promise<WriteOutcome> {
    const refusal = await this.#unexpected(model, record.name, expectedVersion);
    if (refusal !== undefined) return refusal;
    const former = this.#jobs.get(objectKey(model.table, record.name));
    const base = await this.#base(model, record.name);
    const job = { write: "replace", model, record, expectedVersion } as const;
    return this.#put(job, foldedReplace(job, { former, base }));
  }

  async #remove(model: StoredModel, removal: Removal): Promise<WriteOutcome> {
    const refusal = await this.#unexpected(model, removal.name, removal.expectedVersion);
    if (refusal !== undefined) return refusal;
    const former = this.#jobs.get(objectKey(model.table, removal.name));
    const base = await this.#base(model, removal.name);
    const job = { write: "remove", model, ...removal } as const;
    return this.#put(job, foldedRemoval(job, { former, base }));
  }

  async #unexpected(model: StoredModel, name: string, expectedVersion: number): Promise<WriteRefusal | undefined> {
    const current = await this.#current(model, name);
    if (current === undefined) return { refused: "not-found" };
    const { version } = current;
    return version === expectedVersion ? undefined : { refused: "version-differs", currentVersion: version };
  }

  /** @param folded the write that takes the place of all to the object; undefined if there is nothing left to write. */
  #put(job: WriteJob, folded: WriteJob | undefined): WriteOutcome {
    this.#assertOpen();
    const refusal = this.#refusalOf(job);
    if (refusal !== undefined) return refusal;
    const key = objectKey(job.model.table, guardOf(job).name);
    if (folded === undefined) this.#jobs.delete(key);
    else this.#jobs.set(key, folded);
    if (this.#jobs.size > MOST_JOBS) throw new Error(`A transaction can write ${MOST_JOBS} objects.`);
    return NOTED;
  }

  #assertOpen(): void {
    if (this.#isOver) throw new Error("The transaction has ended: await everything that is done in it.");
  }
}
