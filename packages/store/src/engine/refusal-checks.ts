import { readBytes, type SqlDialect } from "../sql/dialect.js";
import { lastDeletion, ownerOf, versionOf } from "../sql/object-shapes.js";
import { countReferrers, firstReferrers, keptObjects, presentObjects, versionsOf } from "../sql/reference-shapes.js";
import { compileQuery, type Fragment, type Query } from "../sql/sql.js";
import type { ObjectRecord } from "../store.js";
import type { StoredModel } from "../stored-model.js";
import type { ReadGuard, RefusedJob } from "../write-batch.js";
import {
  type CreateJob,
  guardOf,
  type MissingObject,
  type NeededObjects,
  type NamedGuard,
  type Referrers,
  type ReferringIndex,
  type ValueTaken,
  type WriteJob,
  type WriteRefusal,
} from "../write-job.js";

/** A check yields statements and is resumed with the rows of each: SQLite's connection runs it at once, PostgreSQL's awaits each. */
export type Check<Result> = Generator<Query, Result, readonly unknown[]>;

/** Finds out why a write is refused, on either database. */
export class RefusalChecks {
  readonly #dialect: SqlDialect;

  constructor(dialect: SqlDialect) {
    this.#dialect = dialect;
  }

  /** Why a write could not be done; `undefined` if the obstacle is gone. */
  *refusal(job: WriteJob): Check<WriteRefusal | undefined> {
    const unexpected = yield* this.unexpected(job);
    if (unexpected !== undefined) return unexpected;
    const taken = job.write === "remove" ? undefined : yield* this.valueTaken(job.model, job.record);
    return taken ?? (yield* this.brokenGuard(guardOf(job)));
  }

  /** Refuses a write that does not find what it expects under the object's name: nothing for a create, else a version. */
  *unexpected(job: WriteJob): Check<WriteRefusal | undefined> {
    const [row] = yield* this.#rows<{ version: number }>(versionOf(job.model.table, guardOf(job).name));
    if (job.write === "create") return row === undefined ? yield* this.nameWasUsed(job) : { refused: "name-taken" };
    if (row === undefined) return { refused: "not-found" };
    const { version: currentVersion } = row;
    return currentVersion === job.expectedVersion ? undefined : { refused: "version-differs", currentVersion };
  }

  /** Refuses a create whose version may be one that an object of its name had before it was deleted. */
  *nameWasUsed({ model, record }: CreateJob): Check<WriteRefusal | undefined> {
    const deletion = lastDeletion(this.#dialect, model, record);
    const [row] = yield* this.#rows<{ revision: number; data: Uint8Array | string }>(deletion);
    return row && { refused: "name-was-used", revision: row.revision, last: readBytes(row.data) };
  }

  /** The first unique value of a record that another object has. */
  *valueTaken(
    model: StoredModel,
    { name, indexValues }: Pick<ObjectRecord, "name" | "indexValues">,
  ): Check<ValueTaken | undefined> {
    for (const index of model.indexes.filter(({ unique }) => unique)) {
      for (const value of indexValues.get(index.name) ?? []) {
        const owner = ownerOf(model.table, index, { name, value: this.#dialect.encode(value) });
        const [row] = yield* this.#rows<{ name: string }>(owner);
        if (row !== undefined) return { refused: "value-taken", index: index.name, value, owner: row.name };
      }
    }
    return undefined;
  }

  /** The part of a write's guard that does not hold. */
  *brokenGuard({ name, needs = [], unreferred = [] }: NamedGuard): Check<WriteRefusal | undefined> {
    const missing: MissingObject[] = [];
    for (const needed of needs) missing.push(...(yield* this.#missing(needed)));
    if (missing.length > 0) return { refused: "objects-missing", missing };
    const by: Referrers[] = [];
    for (const index of unreferred) by.push(...(yield* this.#referrersBy(index, name)));
    return by.length > 0 ? { refused: "referred", by } : undefined;
  }

  /**
   * The guards of a batch that do not hold, once all of its writes are done. What is needed is looked up once for all, and kept: an object that was
   * created since the batch took its locks is not locked yet.
   */
  *brokenGuards(guards: readonly NamedGuard[]): Check<readonly RefusedJob[]> {
    const needed = new Map<string, Set<string>>();
    for (const { table, names } of guards.flatMap(({ needs = [] }) => needs))
      needed.set(table, new Set([...(needed.get(table) ?? []), ...names]));
    const missing = new Set<string>();
    for (const [table, names] of needed)
      for (const { name } of yield* this.#missing({ table, names: [...names] }, keptObjects))
        missing.add(`${table} ${name}`);
    const refused: RefusedJob[] = [];
    for (const [place, guard] of guards.entries()) {
      const lacks = guard.needs?.some(({ table, names }) => names.some((name) => missing.has(`${table} ${name}`)));
      if (guard.unreferred === undefined && lacks !== true) continue;
      const refusal = yield* this.brokenGuard(guard);
      if (refusal !== undefined) refused.push({ place, refusal });
    }
    return refused;
  }

  /** The first object that is not what was read of it. */
  *changedRead(guards: readonly ReadGuard[]): Check<ReadGuard | undefined> {
    for (const table of new Set(guards.map((guard) => guard.table))) {
      const read = guards.filter((guard) => guard.table === table);
      const names = read.map(({ name }) => name);
      const rows = yield* this.#rows<{ name: string; version: number }>(versionsOf(this.#dialect, { table, names }));
      const versions = new Map(rows.map(({ name, version }) => [name, version]));
      const changed = read.find(({ name, version }) => versions.get(name) !== version);
      if (changed !== undefined) return changed;
    }
    return undefined;
  }

  *#missing(needed: NeededObjects, present = presentObjects): Check<readonly MissingObject[]> {
    const { table, names } = needed;
    // SQLite's booleans are 0 and 1.
    const rows = yield* this.#rows<{ name: string; deleted: boolean | number }>(present(this.#dialect, needed));
    const deleted = new Map(rows.map((row) => [row.name, Boolean(row.deleted)]));
    return names
      .filter((name) => deleted.get(name) !== false)
      .map((name) => ({ table, name, isDeleted: deleted.has(name) }));
  }

  *#referrersBy(index: ReferringIndex, name: string): Check<readonly Referrers[]> {
    const rows = yield* this.#rows<{ name: string }>(firstReferrers(this.#dialect, index, name));
    if (rows.length === 0) return [];
    const [counted] = yield* this.#rows<{ count: number }>(countReferrers(this.#dialect, index, name));
    return [{ index, names: rows.map((row) => row.name), count: counted?.count ?? rows.length }];
  }

  *#rows<Row>(statement: Fragment): Check<readonly Row[]> {
    return (yield compileQuery(this.#dialect, statement)) as readonly Row[];
  }
}
