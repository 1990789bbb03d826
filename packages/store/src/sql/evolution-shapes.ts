import type { EvolvedObject, StepState } from "../evolution-storage.js";
import { postgresDialect, type SqlDialect } from "./dialect.js";
import type { AfterInput, TableInput } from "./index-shapes.js";
import { compileShape, type Shape, sql } from "./sql.js";

const TABLE = sql.id("table");

export function stepStatesShape(dialect: SqlDialect): Shape<TableInput> {
  return compileShape<TableInput>(
    dialect,
    (slot) =>
      sql`SELECT step, place, state, position FROM cmgen_evolutions
 WHERE ${TABLE} = ${slot(({ table }) => table)} ORDER BY place`,
  );
}

export function saveStepShape(dialect: SqlDialect): Shape<TableInput & StepState> {
  return compileShape<TableInput & StepState>(
    dialect,
    (slot) => sql`INSERT INTO cmgen_evolutions (${TABLE}, step, place, state, position) VALUES (${sql.join([
      slot(({ table }) => table),
      slot(({ step }) => step),
      slot(({ place }) => place),
      slot(({ state }) => state),
      slot(({ position }) => position),
    ])}) ON CONFLICT (${TABLE}, step) DO UPDATE
 SET place = excluded.place, state = excluded.state, position = excluded.position`,
  );
}

export interface StepPositionInput extends TableInput {
  readonly step: string;
  readonly position: number;
}

export function moveStepShape(dialect: SqlDialect): Shape<StepPositionInput> {
  return compileShape<StepPositionInput>(
    dialect,
    (slot) => sql`UPDATE cmgen_evolutions SET position = ${slot(({ position }) => position)}
 WHERE ${TABLE} = ${slot(({ table }) => table)} AND step = ${slot(({ step }) => step)}`,
  );
}

/** Reads objects in the order of their ids, whichever columns of indexes there are. */
export function evolvingObjectsShape(dialect: SqlDialect, table: string): Shape<AfterInput> {
  return compileShape<AfterInput>(
    dialect,
    (slot) => sql`SELECT o.id, o.name, ${dialect.data(sql.id("o", "data"))} AS data FROM ${sql.id(table)} AS o
 WHERE o.id > ${slot(({ after }) => after)} ORDER BY o.id LIMIT ${dialect.rowCount(slot(({ limit }) => limit))}`,
  );
}

/** Stores the bytes of one object under its next version; returns its `id`, or no row where it has another version. */
export function evolveObjectShape(dialect: SqlDialect, table: string): Shape<EvolvedObject> {
  return compileShape<EvolvedObject>(
    dialect,
    (slot) => sql`UPDATE ${sql.id(table)} SET version = version + 1, data = ${slot(({ data }) => data)}
 WHERE id = ${slot(({ id }) => id)} AND version = ${slot(({ version }) => version)} RETURNING id`,
  );
}

/** The same for many objects, on PostgreSQL; returns a row for each that had its version. */
export function evolveObjectsShape(table: string): Shape<readonly EvolvedObject[]> {
  return compileShape<readonly EvolvedObject[]>(postgresDialect, (slot) => {
    const ids = slot((objects) => objects.map(({ id }) => id));
    const versions = slot((objects) => objects.map(({ version }) => version));
    const data = slot((objects) => objects.map((object) => object.data));
    return sql`UPDATE ${sql.id(table)} AS o SET version = o.version + 1, data = u.data
 FROM unnest(${ids}::bigint[], ${versions}::bigint[], ${data}::bytea[]) AS u (id, version, data)
 WHERE o.id = u.id AND o.version = u.version RETURNING 1`;
  });
}

/** Changes of many objects, under revisions that end with `last`. */
export interface EvolvedChangesInput {
  readonly at: number;
  readonly group: string;
  readonly plural: string;
  /** The newest revision of the transaction, which has taken one for each object. */
  readonly last: number;
  readonly objects: readonly EvolvedObject[];
}

/** Logs them, on PostgreSQL. What the objects were is not kept: it is of a shape that no selector of today knows. */
export function logEvolvedShape(): Shape<EvolvedChangesInput> {
  return compileShape<EvolvedChangesInput>(postgresDialect, (slot) => {
    const ids = slot(({ objects }) => objects.map(({ id }) => id));
    const names = slot(({ objects }) => objects.map(({ name }) => name));
    const data = slot(({ objects }) => objects.map((object) => object.data));
    const first = slot(({ last, objects }) => last - objects.length);
    return sql`INSERT INTO cmgen_changes (revision, at, type, ${sql.id("group")}, plural, object_id, name, data, previous)
 SELECT ${first}::bigint + u.place, ${slot(({ at }) => at)}::bigint, 'MODIFIED', ${slot(({ group }) => group)}::text,
 ${slot(({ plural }) => plural)}::text, u.id, u.name, u.data, NULL
 FROM unnest(${ids}::bigint[], ${names}::text[], ${data}::bytea[]) WITH ORDINALITY AS u (id, name, data, place)`;
  });
}
