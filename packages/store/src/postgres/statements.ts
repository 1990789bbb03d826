import { RefusalChecks, type Check } from "../engine/refusal-checks.js";
import { postgresDialect } from "../sql/dialect.js";
import { compileQuery, type Fragment, type RunSql, type Shape } from "../sql/sql.js";
import type { WriteJob, WriteRefusal } from "../write-job.js";
import type { DriverStatement, PostgresClient } from "./schema-client.js";
import type { SchemaPool } from "./schema-pool.js";

/** A statement of requests, which connections keep prepared under its name. */
export interface NamedShape<Input> extends Shape<Input> {
  readonly name: string;
}

let names = 0;

/** Gives a shape a unique name: not for those whose text depends on a request. */
export function named<Input>(shape: Shape<Input>): NamedShape<Input> {
  names += 1;
  return { ...shape, name: `cmgen_${names}` };
}

/** A shape with the values of one run, as the driver takes them. */
export function statement<Input>({ name, sql: text, bind }: NamedShape<Input>, input: Input): DriverStatement {
  return { name, text, values: bind(input) };
}

/** Runs statements on a connection, or each on one of a pool's. */
export function runStatements(connection: SchemaPool | PostgresClient): RunSql {
  return async <Row extends object>(fragment: Fragment) => {
    const { sql, values } = compileQuery(postgresDialect, fragment);
    return (await connection.query<Row>(sql, values)).rows;
  };
}

export const checks = new RefusalChecks(postgresDialect);

/** Why a write could not be done; `undefined` if the obstacle is gone. */
export function whyRefused(client: PostgresClient, job: WriteJob): Promise<WriteRefusal | undefined> {
  return runCheck(client, checks.refusal(job));
}

/** Runs a check on a connection. */
export async function runCheck<Result>(client: PostgresClient, check: Check<Result>): Promise<Result> {
  let step = check.next();
  while (step.done !== true) {
    const { rows } = await client.query(step.value.sql, step.value.values);
    step = check.next(rows);
  }
  return step.value;
}
