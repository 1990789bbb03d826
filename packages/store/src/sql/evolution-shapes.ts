import type { EvolvedObject, StepState } from "../evolution-storage.js";
import { postgresDialect, type SqlDialect } from "./dialect.js";
import type { TableInput } from "./index-shapes.js";
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

interface StepPositionInput extends TableInput {
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
