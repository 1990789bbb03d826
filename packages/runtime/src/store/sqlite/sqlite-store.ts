import type { ListPlan } from "../../list/list-plan.js";
import type { ModelDescriptor } from "../../model/model-descriptor.js";
import { memoized } from "../memoized.js";
import { changesAfterShape, revisionShape, type ChangesAfterInput } from "../sql/change-shapes.js";
import { sqliteDialect } from "../sql/dialect.js";
import { readShape, type NameInput } from "../sql/object-shapes.js";
import type { Change, ListPage, ObjectRecord, Removal, Store, StoredBytes, WriteOutcome } from "../store.js";
import { listPage } from "./list-page.js";
import { modelWriter, type ModelWriter } from "./model-writer.js";
import type { SqliteDatabase } from "./open-database.js";
import { prepare, type Prepared } from "./prepared.js";
import { WriteQueue } from "./write-queue.js";

/** Objects in an SQLite database, embedded in this process. */
export class SqliteStore implements Store {
  readonly #database: SqliteDatabase;
  readonly #queue: WriteQueue;
  readonly #listeners = new Set<() => void>();
  readonly #writers = new Map<ModelDescriptor, ModelWriter>();
  readonly #reads = new Map<ModelDescriptor, Prepared<NameInput>>();
  readonly #revision: Prepared<void>;
  readonly #changesAfter: Prepared<ChangesAfterInput>;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    database.exec("INSERT INTO cmgen_revision (id, revision) VALUES (1, 0) ON CONFLICT DO NOTHING");
    this.#revision = prepare(database, revisionShape(sqliteDialect));
    this.#changesAfter = prepare(database, changesAfterShape(sqliteDialect));
    this.#queue = new WriteQueue(database, {
      writerOf: ({ model }) => memoized(this.#writers, model, () => modelWriter(database, model)),
      committed: () => this.#notify(),
    });
  }

  async read(model: ModelDescriptor, name: string): Promise<StoredBytes | undefined> {
    const statement = memoized(this.#reads, model, () => prepare(this.#database, readShape(sqliteDialect, model)));
    return statement.get({ name }) as StoredBytes | undefined;
  }

  async list(model: ModelDescriptor, plan: ListPlan): Promise<ListPage> {
    return listPage(this.#database, model, plan);
  }

  create(model: ModelDescriptor, record: ObjectRecord): Promise<WriteOutcome> {
    return this.#queue.add({ write: "create", model, record });
  }

  replace(model: ModelDescriptor, record: ObjectRecord, expectedVersion: number): Promise<WriteOutcome> {
    return this.#queue.add({ write: "replace", model, record, expectedVersion });
  }

  remove(model: ModelDescriptor, removal: Removal): Promise<WriteOutcome> {
    return this.#queue.add({ write: "remove", model, ...removal });
  }

  async revision(): Promise<number> {
    return (this.#revision.get() as { revision: number }).revision;
  }

  async changesAfter(revision: number, limit: number): Promise<readonly Change[]> {
    return this.#changesAfter.all({ revision, limit }) as Change[];
  }

  onChange(listener: () => void): () => void {
    const entry = (): void => listener();
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  async close(): Promise<void> {
    this.#queue.flush();
    this.#database.close();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
