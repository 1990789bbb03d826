import { sql } from "kysely";
import type { LoggedChange } from "../write-job.js";
import type { SqlDialect } from "./dialect.js";
import { compileShape, type Fragment, type Shape, type SlotFor } from "./shape.js";

/** A row of the change log. */
export interface ChangeInput extends LoggedChange {
  readonly revision: number;
}

export interface RevisionInput {
  readonly revision: number;
}

export interface ChangesAfterInput extends RevisionInput {
  readonly limit: number;
}

/**
 * Takes the next revisions; returns the last of them. On PostgreSQL the row stays locked until the transaction ends, so that revisions
 * commit in their order.
 */
export function takeRevisionsShape(dialect: SqlDialect): Shape<{ readonly count: number }> {
  return compileShape<{ readonly count: number }>(
    dialect,
    (slot) => sql`UPDATE cmgen_revision SET revision = revision + ${slot(({ count }) => count)} RETURNING revision`,
  );
}

/** Reads the newest revision; its statement takes no values. */
export function revisionShape<Input = void>(dialect: SqlDialect): Shape<Input> {
  return compileShape<Input>(dialect, () => sql`SELECT revision FROM cmgen_revision`);
}

/** Keeps the newest revision, which the caller has counted. */
export function saveRevisionShape(dialect: SqlDialect): Shape<RevisionInput> {
  return compileShape<RevisionInput>(
    dialect,
    (slot) => sql`UPDATE cmgen_revision SET revision = ${slot(({ revision }) => revision)}`,
  );
}

export function insertChangeShape(dialect: SqlDialect): Shape<ChangeInput> {
  return compileShape<ChangeInput>(dialect, (slot) => {
    const revision = slot((input) => input.revision);
    return sql`${INSERT_CHANGE} VALUES (${revision}, ${sql.join(changeColumns(slot))})`;
  });
}

/** A change of a transaction that has taken its revisions, and where it stands in them. */
export interface BatchedChangeInput extends LoggedChange {
  /** How many changes of the transaction come after it. */
  readonly following: number;
}

/**
 * Logs a change under one of the revisions that its own transaction has taken, without the caller knowing them. Where the indexes of its
 * table are declared otherwise than the writer knows, there is no revision for it, which the column refuses. Taking revisions waits for
 * who declares them, and this statement comes after it: it sees what has been declared.
 */
export function insertBatchedChangeShape(dialect: SqlDialect): Shape<BatchedChangeInput> {
  return compileShape<BatchedChangeInput>(dialect, (slot) => {
    const following = slot((input) => input.following);
    const declaration = sql`CAST(${slot((input) => input.declaration)} AS text)`;
    const current = sql`SELECT fingerprint FROM cmgen_indexes
 WHERE ${sql.id("table")} = ${slot(({ table }) => table)} AND ${sql.id("index")} = ''`;
    return sql`${INSERT_CHANGE} SELECT CASE WHEN coalesce(${declaration} = (${current}), ${declaration} IS NULL)
 THEN revision - ${following} END, ${sql.join(changeColumns(slot))} FROM cmgen_revision`;
  });
}

const INSERT_CHANGE = sql`INSERT INTO cmgen_changes (revision, at, type, ${sql.id("group")}, plural, object_id, name, data)`;

function changeColumns(slot: SlotFor<LoggedChange>): readonly Fragment[] {
  return [
    slot(({ at }) => at),
    slot(({ type }) => type),
    slot(({ group }) => group),
    slot(({ plural }) => plural),
    slot(({ objectId }) => objectId),
    slot(({ name }) => name),
    slot(({ data }) => data),
  ];
}

/** Reads changes after a revision, oldest first. */
export function changesAfterShape(dialect: SqlDialect): Shape<ChangesAfterInput> {
  return compileShape<ChangesAfterInput>(
    dialect,
    (slot) => sql`SELECT c.revision, c.type, ${sql.ref("c.group")} AS ${sql.id("group")}, c.plural, c.name,
 ${dialect.data(sql.ref("c.data"))} AS data FROM cmgen_changes AS c
 WHERE c.revision > ${slot(({ revision }) => revision)} ORDER BY c.revision LIMIT ${dialect.rowCount(slot(({ limit }) => limit))}`,
  );
}

/** Reads the revision after which the log knows every change. */
export function oldestRevisionShape(dialect: SqlDialect): Shape<void> {
  return compileShape(
    dialect,
    () =>
      sql`SELECT coalesce((SELECT min(revision) - 1 FROM cmgen_changes), (SELECT revision FROM cmgen_revision)) AS revision`,
  );
}

/** Reads when the oldest changes were made. */
export function oldestChangesShape(dialect: SqlDialect): Shape<Pick<ChangesAfterInput, "limit">> {
  return compileShape<Pick<ChangesAfterInput, "limit">>(
    dialect,
    (slot) =>
      sql`SELECT revision, at FROM cmgen_changes ORDER BY revision LIMIT ${dialect.rowCount(slot(({ limit }) => limit))}`,
  );
}

/** Removes changes up to a revision. */
export function trimChangesShape(dialect: SqlDialect): Shape<Pick<ChangesAfterInput, "revision">> {
  return compileShape<Pick<ChangesAfterInput, "revision">>(
    dialect,
    (slot) => sql`DELETE FROM cmgen_changes WHERE revision <= ${slot(({ revision }) => revision)}`,
  );
}
