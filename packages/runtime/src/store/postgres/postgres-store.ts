import type { ListPlan } from "../../list/list-plan.js";
import type { ModelDescriptor } from "../../model/model-descriptor.js";
import { defaultTuning, type ListTuning } from "../lists/list-tuning.js";
import { changesAfterShape, revisionShape } from "../sql/change-shapes.js";
import { postgresDialect } from "../sql/dialect.js";
import type { Change, ListPage, ObjectRecord, Removal, Store, StoredBytes, WriteOutcome } from "../store.js";
import { named, statement, type PostgresPool } from "./database.js";
import { ListRunner } from "./list-runner.js";
import { modelStatements } from "./model-statements.js";
import { WriteLane } from "./write-lane.js";

const revisionStatement = named(revisionShape(postgresDialect));
const changesAfter = named(changesAfterShape(postgresDialect));

export interface PostgresStoreOptions {
  /** How long the consumer of a list of all items may take for a batch of them. Default a minute. */
  readonly stallMilliseconds?: number;
  readonly tuning?: ListTuning;
}

/** Objects in a PostgreSQL database, which several processes may share. */
export class PostgresStore implements Store {
  readonly #pool: PostgresPool;
  readonly #lane: WriteLane;
  readonly #listeners = new Set<() => void>();

  readonly #lists: ListRunner;

  private constructor(pool: PostgresPool, { stallMilliseconds = 60_000, tuning = defaultTuning }: PostgresStoreOptions) {
    this.#pool = pool;
    this.#lists = new ListRunner(pool, { stallMilliseconds, tuning });
    this.#lane = new WriteLane(pool);
  }

  static async open(pool: PostgresPool, options: PostgresStoreOptions = {}): Promise<PostgresStore> {
    await pool.query("INSERT INTO cmgen_revision (id, revision) VALUES (1, 0) ON CONFLICT DO NOTHING");
    return new PostgresStore(pool, options);
  }

  async read(model: ModelDescriptor, name: string): Promise<StoredBytes | undefined> {
    const query = statement(modelStatements(model).read, { name });
    const { rows } = await this.#pool.query<{ version: number; data: string }>(query);
    const [row] = rows;
    return row === undefined ? undefined : { version: row.version, data: Buffer.from(row.data) };
  }

  list({ table, labelTable }: ModelDescriptor, plan: ListPlan): Promise<ListPage> {
    return this.#lists.list({ table, labelTable }, plan);
  }

  create(model: ModelDescriptor, record: ObjectRecord): Promise<WriteOutcome> {
    return this.#lane.add({ write: "create", model, record });
  }

  replace(model: ModelDescriptor, record: ObjectRecord, expectedVersion: number): Promise<WriteOutcome> {
    return this.#lane.add({ write: "replace", model, record, expectedVersion });
  }

  remove(model: ModelDescriptor, removal: Removal): Promise<WriteOutcome> {
    return this.#lane.add({ write: "remove", model, ...removal });
  }

  async revision(): Promise<number> {
    const { rows } = await this.#pool.query<{ revision: number }>(statement(revisionStatement, undefined));
    return rows[0]?.revision ?? 0;
  }

  async changesAfter(revision: number, limit: number): Promise<readonly Change[]> {
    const { rows } = await this.#pool.query<Omit<Change, "data"> & { data: string }>(
      statement(changesAfter, { revision, limit }),
    );
    return rows.map((row) => ({ ...row, data: Buffer.from(row.data) }));
  }

  onChange(listener: () => void): () => void {
    const entry = (): void => listener();
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  async close(): Promise<void> {
    await this.#lane.idle();
    await this.#pool.end();
  }
}
