import type { StoredModel } from "../stored-model.js";
import { guardOf, type LoggedChange, type WriteJob } from "../write-job.js";
import { postgresDialect, type SqlDialect } from "./dialect.js";
import { rowList, type RowColumn } from "./row-list.js";
import { compileShape, type Fragment, type Shape, type SlotFor, sql } from "./sql.js";

/** The columns of a version, but for its id, which the database gives, in the order of {@link KeptValues}. */
const columns = [
  "group",
  "plural",
  "name",
  "uid",
  "version",
  "type",
  "revision",
  "at",
  "actor",
  "verb",
  "schema",
  "data",
] as const;

type KeptValues = Readonly<Record<(typeof columns)[number], Fragment>>;

const INSERT = sql`INSERT INTO ${sql.table("cmgen_history")} (${sql.join(columns.map((column) => sql.id(column)))})`;

/** {@link INSERT}, with the id that the entry is given. */
const INSERT_WITH_ID = sql`INSERT INTO ${sql.table("cmgen_history")} (id, ${sql.join(columns.map((column) => sql.id(column)))})`;

function valuesOf(values: KeptValues): Fragment {
  return sql.join(columns.map((column) => values[column]));
}

/**
 * Ids for the entries that a PostgreSQL statement adds, taken from the table's sequence before: those that a node of a cluster would give have no
 * order with those of another.
 */
function idOfRow(ids: Fragment, order: Fragment): Fragment {
  return sql`(${ids}::bigint[])[row_number() OVER (${order})]`;
}

/** A change, and the revision that it has got. */
export interface KeptInput extends LoggedChange {
  readonly revision: number;
}

/** Keeps the version that a change has made, on SQLite. */
export function insertVersion(slot: SlotFor<KeptInput>): Fragment {
  return sql`${INSERT} VALUES (${valuesOf({
    group: slot(({ group }) => group),
    plural: slot(({ plural }) => plural),
    name: slot(({ name }) => name),
    revision: slot(({ revision }) => revision),
    at: slot(({ at }) => at),
    data: slot(({ data }) => data),
    actor: slot(({ origin }) => origin?.actor ?? null),
    verb: slot(({ origin }) => origin?.verb ?? null),
    type: slot(({ type }) => type),
    ...keptValues(slot),
  })})`;
}

function keptValues(slot: SlotFor<LoggedChange>): Pick<KeptValues, "uid" | "version" | "schema"> {
  return {
    uid: slot(({ kept }) => kept?.uid ?? null),
    version: slot(({ kept }) => kept?.version ?? null),
    schema: slot(({ kept }) => kept?.schema ?? null),
  };
}

/**
 * The part of a PostgreSQL statement that keeps the version which a change has made. Reads the part `logged`, and `input` for the objects of several
 * creates.
 */
export function keepPart(slot: SlotFor<LoggedChange>, of: "one" | "inputs"): Fragment {
  const typed = (value: Fragment, type: string): Fragment => postgresDialect.typed(value, type);
  const { uid, version, schema } = keptValues(slot);
  const input = (column: string): Fragment => sql.id("input", column);
  const one = {
    uid: typed(uid, "text"),
    version: typed(version, "bigint"),
    schema: typed(schema, "bigint"),
    actor: typed(
      slot(({ origin }) => origin?.actor ?? null),
      "text",
    ),
    verb: typed(
      slot(({ origin }) => origin?.verb ?? null),
      "text",
    ),
    data: typed(
      slot(({ data }) => data),
      "bytea",
    ),
  };
  const several = Object.fromEntries(Object.keys(one).map((column) => [column, input(column)])) as typeof one;
  const values = valuesOf({
    group: typed(
      slot(({ group }) => group),
      "text",
    ),
    plural: typed(
      slot(({ plural }) => plural),
      "text",
    ),
    name: sql`logged.name`,
    type: typed(
      slot(({ type }) => type),
      "text",
    ),
    revision: sql`logged.revision`,
    at: typed(
      slot(({ at }) => at),
      "bigint",
    ),
    ...(of === "one" ? one : several),
  });
  const from = of === "one" ? sql`logged` : sql`logged JOIN input ON input.name = logged.name`;
  return sql`kept AS (${INSERT} SELECT ${values} FROM ${from})`;
}

/**
 * Keeps a version that is replaced or removed, where nothing is kept of it yet: the object was stored before its model had a history. It is read as
 * it is in the table, before the write.
 *
 * @param ids for the entries: see {@link idOfRow}. Without them the database gives them.
 */
export function insertFormer(model: StoredModel, object: Fragment, ids?: Fragment): Fragment {
  const { group, plural, table } = model;
  const former = (column: string): Fragment => sql.id("f", column);
  const values = valuesOf({
    group: sql.lit(group),
    plural: sql.lit(plural),
    name: former("name"),
    uid: sql`coalesce(${former("uid")}, '')`,
    version: former("version"),
    type: sql.lit("MODIFIED"),
    revision: sql`NULL`,
    at: former("created_at"),
    actor: sql`NULL`,
    verb: sql`NULL`,
    schema: sql`coalesce(${former("schema")}, 0)`,
    data: former("data"),
  });
  // What is kept of a version is the newest entry of the name, until the next write.
  const newest = sql`SELECT h.uid, h.version FROM ${sql.table("cmgen_history")} AS h WHERE h.${sql.id("group")} = ${sql.lit(group)} AND h.plural = ${sql.lit(plural)}
 AND h.name = f.name ORDER BY h.id DESC LIMIT 1`;
  const known = sql`SELECT 1 FROM (${newest}) AS n WHERE n.version = f.version AND n.uid = coalesce(f.uid, '')`;
  const into = ids === undefined ? sql`${INSERT} SELECT` : sql`${INSERT_WITH_ID} SELECT ${idOfRow(ids, sql``)},`;
  return sql`${into} ${values} FROM ${sql.table(table)} AS f WHERE ${object} AND NOT EXISTS (${known})`;
}

/** True for the row `f` that a write expects. */
export function isFormer(slot: SlotFor<WriteJob>): Fragment {
  const version = slot((job) => (job.write === "create" ? null : job.expectedVersion));
  return sql`f.name = ${slot((job) => guardOf(job).name)} AND f.version = ${version}`;
}

/** A change of a transaction that has logged it. */
export interface LoggedVersion extends Pick<LoggedChange, "kept"> {
  /** Of the entry. */
  readonly id: number;
  /** The number of changes of the transaction that come after it. */
  readonly following: number;
}

const versionColumns: readonly RowColumn<LoggedVersion>[] = [
  { name: "id", type: "bigint", valueOf: ({ id }) => id },
  { name: "following", type: "bigint", valueOf: ({ following }) => following },
  { name: "uid", type: "text", valueOf: ({ kept }) => kept?.uid ?? null },
  { name: "version", type: "bigint", valueOf: ({ kept }) => kept?.version ?? null },
  { name: "schema", type: "bigint", valueOf: ({ kept }) => kept?.schema ?? null },
];

/** Keeps the versions of changes that were logged before in the same transaction, on PostgreSQL. */
export function insertVersionsShape(): Shape<readonly LoggedVersion[]> {
  return compileShape<readonly LoggedVersion[]>(postgresDialect, (slot) => {
    const { from, values } = rowList(slot, "k", versionColumns);
    const [id = sql`NULL`, following = sql`NULL`, uid = sql`NULL`, version = sql`NULL`, schema = sql`NULL`] = values;
    const logged = loggedValues({ uid, version, schema });
    // Each is looked up by itself: a join might read the whole log.
    const change = sql`SELECT * FROM ${sql.table("cmgen_changes")} AS l WHERE l.revision = r.revision - ${following}${postgresDialect.perRow}`;
    return sql`${INSERT_WITH_ID} SELECT ${id}, ${logged} FROM ${sql.table("cmgen_revision")} AS r CROSS JOIN ${from} CROSS JOIN LATERAL (${change}) AS c`;
  });
}

/**
 * Keeps the versions that the newest changes have made of objects that are in the table, on either database.
 *
 * @param ids for the entries: see {@link idOfRow}. Without them the database gives them.
 */
export function insertRewritten(
  dialect: SqlDialect,
  { table }: StoredModel,
  { count, ids }: { readonly count: number; readonly ids?: Fragment },
): Fragment {
  const schema = sql`coalesce(o.schema, 0)`;
  const values = loggedValues({ uid: sql`coalesce(o.uid, '')`, version: sql`o.version`, schema });
  const into =
    ids === undefined
      ? sql`${INSERT} SELECT`
      : sql`${INSERT_WITH_ID} SELECT ${idOfRow(ids, sql`ORDER BY c.revision`)},`;
  return sql`${into} ${values} FROM ${sql.table("cmgen_changes")} AS c ${dialect.join} ${sql.table(table)} AS o ON o.id = c.object_id
 WHERE c.revision > (SELECT revision - ${sql.lit(count)} FROM ${sql.table("cmgen_revision")}) ORDER BY c.revision`;
}

function loggedValues(kept: Pick<KeptValues, "uid" | "version" | "schema">): Fragment {
  const logged = (column: string): Fragment => sql.id("c", column);
  return valuesOf({
    group: logged("group"),
    plural: logged("plural"),
    name: logged("name"),
    type: logged("type"),
    revision: logged("revision"),
    at: logged("at"),
    actor: logged("actor"),
    verb: logged("verb"),
    data: logged("data"),
    ...kept,
  });
}
