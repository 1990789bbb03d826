import { RefusalChecks, type Check } from "../engine/refusal-checks.js";
import { postgresDialect } from "../sql/dialect.js";
import { type RunShape, type RunSql, runSql, type Shape, type SqlValue } from "../sql/sql.js";
import type { WriteJob, WriteRefusal } from "../write-job.js";
import type { PostgresClient, PostgresPool } from "./database.js";

interface Statement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: SqlValue[];
}

/** A shape with the values of one run, as the driver takes them. */
export function statement<Input>({ name, sql: text, bind }: Shape<Input>, input: Input): Statement {
  return { name, text, values: bind(input) };
}

/** Runs statements on a connection, or each on one of a pool's. */
export function runShapes(connection: PostgresPool | PostgresClient): RunShape {
  return async <Input, Row extends object>(shape: Shape<Input>, input: Input) =>
    (await connection.query<Row>(statement(shape, input))).rows;
}

/** The same for statements that have their values. */
export function runStatements(connection: PostgresPool | PostgresClient): RunSql {
  return runSql(postgresDialect, runShapes(connection));
}

export const postgresChecks = new RefusalChecks(postgresDialect);

/** Why a write could not be done; `undefined` if the obstacle is gone. */
export function whyRefused(client: PostgresClient, job: WriteJob): Promise<WriteRefusal | undefined> {
  return runCheck(client, postgresChecks.refusal(job));
}

/** Runs a check on a connection. */
export async function runCheck<Result>(client: PostgresClient, check: Check<Result>): Promise<Result> {
  let step = check.next();
  while (step.done !== true) {
    const { rows } = await client.query<object>(step.value.sql, step.value.values);
    step = check.next(rows);
  }
  return step.value;
}
