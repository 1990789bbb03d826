import { type AggregateResult, SumRangeError } from "../aggregate-plan.js";
import type { EngineStore } from "../engine/engine-store.js";
import { identityRecords } from "../engine/identities/identity-records.js";
import type { RecordSql } from "../engine/identities/record-sql.js";
import { tenantRecords } from "../engine/tenant-records.js";
import type { ListPage, Store } from "../store.js";
import type { StoredModel } from "../stored-model.js";
import { UnavailableError } from "../unavailable-error.js";
import { assertBatch, type BatchOutcome, type WriteBatch } from "../write-batch.js";
import type { ShowObject } from "../walk-storage.js";
import type { WriteJob, WriteOutcome } from "../write-job.js";
import { WriteProbe } from "./write-probe.js";

/**
 * Turns every failure of the database into one kind of error, `UnavailableError`. A read whose connection broke is repeated once. Nothing is
 * sent while the database is known not to answer, and no writes while it cannot be written to: callers would only wait for the same error.
 */
export class GuardedStore implements Store {
  readonly warnings: readonly string[];
  readonly locks: Store["locks"];
  readonly indexes: Store["indexes"];
  readonly walks: Store["walks"];
  readonly copies: Store["copies"];
  readonly schedules: Store["schedules"];
  readonly identities: Store["identities"];
  readonly audit: Store["audit"];
  readonly subscriptions: Store["subscriptions"];
  readonly tenants: Store["tenants"];
  readonly history: Store["history"];
  readonly receipts: Store["receipts"];
  readonly #engine: EngineStore;
  readonly #probe: WriteProbe;
  readonly #shown = new Map<string, ShowObject>();
  readonly #served = new Map<string, StoredModel>();

  constructor(engine: EngineStore) {
    ({
      locks: this.locks,
      indexes: this.indexes,
      walks: this.walks,
      copies: this.copies,
      schedules: this.schedules,
      audit: this.audit,
      subscriptions: this.subscriptions,
      history: this.history,
    } = engine);
    this.receipts = { read: (key) => this.#read(() => engine.receipts.read(key)) };
    this.#engine = engine;
    this.warnings = engine.warnings ?? [];
    this.#probe = new WriteProbe(engine);
    const { read, note, transact } = engine.records;
    const records: RecordSql = {
      read: (statement) => this.#read(() => read(statement)),
      note: (statement) => this.#change(() => note(statement)),
      transact: (statements) => this.#change(() => transact(statements)),
    };
    this.identities = identityRecords(records);
    this.tenants = tenantRecords(engine.dialect, records);
  }

  readonly read: Store["read"] = (model, name) => {
    const show = this.#shown.get(model.table);
    if (show === undefined) return this.#read(() => this.#engine.read(model, name));
    return this.#read(() => this.#engine.readStepped(model, name)).then((found) => found && show(found));
  };
  readonly showBy: Store["showBy"] = (table, show) =>
    void (show === undefined ? this.#shown.delete(table) : this.#shown.set(table, show));
  readonly names: Store["names"] = (model, window) => this.#read(() => this.#engine.names(model, window));
  readonly revision: Store["revision"] = () => this.#read(() => this.#engine.log.revision());
  readonly newest: Store["newest"] = () => this.#read(() => this.#engine.log.newest());
  readonly pastOf: Store["pastOf"] = (position) => this.#read(() => this.#engine.log.pastOf(position));
  readonly oldestRevision: Store["oldestRevision"] = () => this.#read(() => this.#engine.log.oldestRevision());
  readonly changesAfter: Store["changesAfter"] = (revision, limit) =>
    this.#read(() => this.#engine.log.changesAfter(revision, limit));

  readonly create: Store["create"] = (model, record) => this.#write({ write: "create", model, record });
  readonly replace: Store["replace"] = (model, record, expectedVersion) =>
    this.#write({ write: "replace", model, record, expectedVersion });
  readonly remove: Store["remove"] = (model, removal) => this.#write({ write: "remove", model, ...removal });

  readonly pools: Store["pools"] = () => this.#engine.pools?.() ?? [];
  readonly now: Store["now"] = () => this.#engine.now?.() ?? Date.now();
  readonly serve: Store["serve"] = (table) => void this.#served.set(table.table, table);
  readonly answerCommands: Store["answerCommands"] = (handlers) => this.#engine.answerCommands?.(handlers);

  readonly list: Store["list"] = (...asked) => this.#list(this.#engine, ...asked);
  readonly aggregate: Store["aggregate"] = (...asked) => this.#aggregate(this.#engine, ...asked);
  readonly replica: Store["replica"] = {
    list: (...asked) => this.#list(this.#engine.replica ?? this.#engine, ...asked),
    aggregate: (...asked) => this.#aggregate(this.#engine.replica ?? this.#engine, ...asked),
  };
  readonly renewReplica: Store["renewReplica"] = () => this.#engine.renewReplica?.();
  readonly replicaLag: Store["replicaLag"] = () => this.#engine.replicaLag?.();

  #list(from: ListSource, ...[model, plan, signal]: Parameters<Store["list"]>): Promise<ListPage> {
    const { group, plural, table, labelTable } = model;
    return this.#read(() => from.list({ group, plural, table, labelTable }, plan, signal));
  }

  async #aggregate(
    from: ListSource,
    ...[model, plan, signal]: Parameters<Store["aggregate"]>
  ): Promise<AggregateResult> {
    const { group, plural, table, labelTable } = model;
    const result = await this.#read(() => from.aggregate({ group, plural, table, labelTable }, plan, signal));
    const isInRange = result.rows.every(({ values }) =>
      values.every((value) => typeof value !== "number" || Number.isFinite(value)),
    );
    if (!isInRange) throw new SumRangeError();
    return result;
  }

  onChange(listener: () => void): () => void {
    const { events } = this.#engine;
    events.on("change", listener);
    return () => void events.off("change", listener);
  }

  isAway(error: unknown): boolean {
    try {
      return error instanceof UnavailableError || this.#engine.troubleOf(error) !== undefined;
    } catch {
      // A plugin may throw a proxy whose traps throw. It says nothing of the database.
      return false;
    }
  }

  unavailable(): string | undefined {
    if (this.#engine.away?.() !== undefined) return "The database does not answer.";
    const unwritable = this.#engine.unwritable?.();
    if (unwritable !== undefined) return `The database cannot be written to: ${unwritable}.`;
    return this.#probe.refusal === undefined ? undefined : "The database cannot be written to.";
  }

  async close(): Promise<void> {
    await this.#probe.close();
    await this.#engine.close();
  }

  async #read<Result>(run: () => Promise<Result>, isRepeated = false): Promise<Result> {
    this.#assertThere();
    try {
      return await run();
    } catch (error) {
      const trouble = this.#engine.troubleOf(error);
      if (trouble === undefined) throw error;
      if (!trouble.broken || isRepeated) throw new UnavailableError(NOT_NOW, { cause: error });
      await this.#engine.prepareRepeat?.(error);
    }
    return this.#read(run, true);
  }

  async writeAll(batch: WriteBatch): Promise<BatchOutcome> {
    assertBatch(batch);
    if (batch.jobs.length === 0 && (batch.guards ?? []).length === 0) return { revisions: [] };
    const jobs = batch.jobs.map((job) => this.#asServed(job));
    return this.#writing(jobs, () => this.#engine.writeAll({ ...batch, jobs }));
  }

  #write(job: WriteJob): Promise<WriteOutcome> {
    return this.#writing([job], () => this.#engine.write(this.#asServed(job)));
  }

  /** A write that maintains all indexes of its table, and is fenced as its model is. */
  #asServed(job: WriteJob): WriteJob {
    const { model } = job;
    return { ...job, model: this.#served.get(model.table) ?? model, fence: model.fence };
  }

  async #writing<Outcome>(jobs: readonly WriteJob[], run: () => Promise<Outcome>): Promise<Outcome> {
    this.#assertThere();
    const refusal = this.#engine.unwritable?.() ?? this.#probe.refusal;
    if (refusal !== undefined) throw new UnavailableError(NO_WRITES, { cause: new Error(refusal) });
    try {
      return await run();
    } catch (error) {
      const trouble = this.#engine.troubleOf(error);
      if (trouble === undefined) throw error;
      for (const job of jobs) this.#probe.start(job);
      throw new UnavailableError(trouble.broken ? MAYBE_DONE : NOT_NOW, { cause: error });
    }
  }

  /** Changes what belongs to no object. */
  async #change<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#assertThere();
    try {
      return await run();
    } catch (error) {
      if (this.#engine.troubleOf(error) === undefined) throw error;
      throw new UnavailableError(NOT_NOW, { cause: error });
    }
  }

  #assertThere(): void {
    const away = this.#engine.away?.();
    if (away !== undefined) throw new UnavailableError(NOT_NOW, { cause: new Error(away) });
  }
}

type ListSource = Pick<EngineStore, "list" | "aggregate">;

const NOT_NOW = "The database does not answer at the moment. Try again later.";
const NO_WRITES = "The database cannot be written to at the moment. Try again later.";
const MAYBE_DONE =
  "The connection to the database broke, and the write may have been done. Read the object before you try again.";
