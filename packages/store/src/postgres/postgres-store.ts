import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { ListPlan } from "../list-plan.js";
import { trimRegularly, type ChangeSize, type TrimmableLog } from "../change-retention.js";
import type { EvolutionStorage } from "../evolution-storage.js";
import type { IndexStorage } from "../index-storage.js";
import {
  changeSizesShape,
  changesAfterShape,
  oldestRevisionShape,
  revisionShape,
  trimChangesShape,
} from "../sql/change-shapes.js";
import { postgresDialect } from "../sql/dialect.js";
import { ScheduleRecords } from "../sql/schedule-records.js";
import type { Shape } from "../sql/sql.js";
import type { ScheduleStorage } from "../schedule-storage.js";
import type { StoredModel } from "../stored-model.js";
import type { EngineSettings } from "../store-settings.js";
import type { EngineStore } from "../guarded-store.js";
import {
  changeBatch,
  type Change,
  type ListPage,
  type ObjectRecord,
  type PoolUse,
  type Removal,
  type StoredBytes,
} from "../store.js";
import type { Trouble } from "../unavailable-error.js";
import type { WriteOutcome } from "../write-outcome.js";
import { assertSession } from "./assert-session.js";
import { ChangeListener } from "./change-listener.js";
import { named, statement, type PostgresPool } from "./database.js";
import { ListRunner } from "./list-runner.js";
import { modelStatements } from "./model-statements.js";
import { breakIdle, breakPools, closePools, poolUses, type PostgresPools } from "./pools.js";
import { PostgresEvolutionStorage } from "./postgres-evolution-storage.js";
import { PostgresIndexStorage } from "./postgres-index-storage.js";
import { PostgresLocks } from "./postgres-locks.js";
import { postgresTrouble } from "./postgres-trouble.js";
import { withClient } from "./with-client.js";
import { WriteLane } from "./write-lane.js";

const revisionStatement = named(revisionShape(postgresDialect));
const oldestRevision = named(oldestRevisionShape(postgresDialect));
const changesAfter = named(changesAfterShape(postgresDialect));
const changeSizes = named(changeSizesShape(postgresDialect));
const trimChanges = named(trimChangesShape(postgresDialect));

type TextChange = Omit<Change, "data" | "previous"> & { readonly data: string; readonly previous: string | null };

/** How long the pools take to notice that connections were closed. */
const CLOSING_MILLISECONDS = 20;

/** Where a PostgreSQL store keeps its objects. */
export interface PostgresLocation {
  readonly url: string;
  readonly pools: PostgresPools;
}

/** Objects in a PostgreSQL database, which several processes may share. */
export class PostgresStore implements EngineStore {
  readonly indexes: IndexStorage;
  readonly evolutions: EvolutionStorage;
  readonly schedules: ScheduleStorage;
  readonly locks: PostgresLocks;
  readonly #pools: PostgresPools;
  readonly #pool: PostgresPool;
  readonly #lane: WriteLane;
  readonly #lists: ListRunner;
  readonly #events = new EventEmitter<{ change: [] }>();
  readonly #changes: ChangeListener;
  readonly #served = new Map<string, StoredModel>();
  readonly #stopTrimming: () => Promise<void>;

  private constructor({ url, pools }: PostgresLocation, settings: EngineSettings) {
    this.#pools = pools;
    this.#pool = pools.objects;
    this.locks = new PostgresLocks(url);
    this.indexes = new PostgresIndexStorage(pools.builds, this.locks);
    this.evolutions = new PostgresEvolutionStorage(pools.builds);
    this.schedules = new ScheduleRecords(
      postgresDialect,
      async <Input, Row extends object>(shape: Shape<Input>, input: Input) => {
        return (await pools.builds.query<Row>({ text: shape.sql, values: shape.bind(input) })).rows;
      },
    );
    this.#lane = new WriteLane(pools.writes, settings.timeouts.answerMilliseconds);
    this.#lists = new ListRunner(pools, settings);
    this.#changes = new ChangeListener(url, {
      answerMilliseconds: settings.timeouts.answerMilliseconds,
      changed: () => {
        this.#lists.changed();
        this.#events.emit("change");
      },
      // Otherwise queries would wait for their answer until their time is up.
      lost: () => breakPools(pools),
    });
    this.#stopTrimming = trimRegularly(this.#log(), settings);
  }

  static async open(location: PostgresLocation, settings: EngineSettings): Promise<PostgresStore> {
    await withClient(location.pools.objects, (client) => assertSession(client, location.url));
    await location.pools.objects.query(
      "INSERT INTO cmgen_revision (id, revision) VALUES (1, 0) ON CONFLICT DO NOTHING",
    );
    const store = new PostgresStore(location, settings);
    try {
      await store.#changes.start();
      return store;
    } catch (error) {
      await Promise.all([store.#changes.close(), store.#stopTrimming()]);
      throw error;
    }
  }

  serve(table: StoredModel): void {
    this.#served.set(table.table, table);
  }

  async read(model: StoredModel, name: string): Promise<StoredBytes | undefined> {
    const query = statement(modelStatements(model).read, { name });
    const { rows } = await this.#pool.query<{ version: number; data: string }>(query);
    const [row] = rows;
    return row === undefined ? undefined : { version: row.version, data: Buffer.from(row.data) };
  }

  list(model: StoredModel, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage> {
    const { group, plural, table, labelTable } = model;
    return this.#lists.list({ group, plural, table, labelTable }, plan, signal);
  }

  create(model: StoredModel, record: ObjectRecord): Promise<WriteOutcome> {
    return this.#lane.add({ write: "create", model: this.#written(model), record });
  }

  replace(model: StoredModel, record: ObjectRecord, expectedVersion: number): Promise<WriteOutcome> {
    return this.#lane.add({ write: "replace", model: this.#written(model), record, expectedVersion });
  }

  remove(model: StoredModel, removal: Removal): Promise<WriteOutcome> {
    return this.#lane.add({ write: "remove", model: this.#written(model), ...removal });
  }

  async revision(): Promise<number> {
    const { rows } = await this.#pool.query<{ revision: number }>(statement(revisionStatement, undefined));
    return rows[0]?.revision ?? 0;
  }

  async oldestRevision(): Promise<number> {
    const { rows } = await this.#pool.query<{ revision: number }>(statement(oldestRevision, undefined));
    return rows[0]?.revision ?? 0;
  }

  async changesAfter(revision: number, limit = changeBatch): Promise<readonly Change[]> {
    const { rows } = await this.#pool.query<TextChange>(statement(changesAfter, { revision, limit }));
    return rows.map(({ data, previous, ...change }) =>
      Object.assign(change, { data: Buffer.from(data), previous: previous === null ? null : Buffer.from(previous) }),
    );
  }

  onChange(listener: () => void): () => void {
    this.#events.on("change", listener);
    return () => void this.#events.off("change", listener);
  }

  pools(): readonly PoolUse[] {
    return poolUses(this.#pools);
  }

  troubleOf(error: unknown): Trouble | undefined {
    return postgresTrouble(error);
  }

  away(): string | undefined {
    return this.#changes.away;
  }

  unwritable(): undefined {
    return undefined;
  }

  async prepareRepeat(): Promise<void> {
    breakIdle(this.#pools);
    await delay(CLOSING_MILLISECONDS);
  }

  async tryWrite(): Promise<void> {
    await this.#pools.builds.query("UPDATE cmgen_revision SET revision = revision");
  }

  async close(): Promise<void> {
    // The listener is closed after the writes: until then it notices a silent database and cancels them.
    await this.#lane.idle();
    await Promise.all([this.#stopTrimming(), this.#changes.close(), this.locks.close(), closePools(this.#pools)]);
  }

  #written(model: StoredModel): StoredModel {
    return this.#served.get(model.table) ?? model;
  }

  #log(): TrimmableLog {
    return {
      sizesAfter: async (revision, count) => {
        const query = statement(changeSizes, { revision, count });
        return (await this.#pools.builds.query<ChangeSize>(query)).rows;
      },
      trim: async (revision) => void (await this.#pools.builds.query(statement(trimChanges, { revision }))),
    };
  }
}
