import type { Check } from "../engine/refusal-checks.js";
import type { RunShape, Shape, SqlValue } from "../sql/sql.js";
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

/** Runs a check on a connection. */
export async function runCheck<Result>(client: PostgresClient, check: Check<Result>): Promise<Result> {
  let step = check.next();
  while (step.done !== true) {
    const { shape, values } = step.value;
    const { rows } = await client.query<object>({ name: shape.name, text: shape.sql, values });
    step = check.next(rows);
  }
  return step.value;
}
