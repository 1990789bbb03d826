import pg from "pg";
import type { Shape, SqlValue } from "../sql/shape.js";

export type PostgresPool = pg.Pool;
export type PostgresClient = pg.PoolClient;

const BIGINT_OID = 20;

/** 64-bit integers are numbers where a number holds them exactly, else bigints; pg's own answer is a string. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === BIGINT_OID && format !== "binary"
      ? readBigint
      : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

function readBigint(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

export interface PoolOptions {
  /** Most connections at once. */
  readonly connections?: number;
  /** Settings of each session. */
  readonly settings?: Readonly<Record<string, string>>;
}

const SET = "SELECT set_config(name, setting, false) FROM json_each_text($1) AS s (name, setting)";

/** Opens a pool of connections. Each sends what it is given at once and reads the answers in turn ("pipeline"). */
export function openPool(url: string, { connections = 10, settings }: PoolOptions = {}): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    pipeline: true,
    keepAlive: true,
    application_name: "cmgen",
  });
  // A connection that breaks while idle is replaced when one is next needed; one in use fails what its user waits for. It also tells
  // whoever listens to it, and would end the process if nobody did.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    // It goes before all else on its way. Where it fails the connection is broken, as whoever wanted it finds out.
    if (settings !== undefined) client.query(SET, [JSON.stringify(settings)]).catch(() => undefined);
  });
  return pool;
}

/** A shape with the name that each connection keeps it prepared under. */
export interface NamedShape<Input> {
  readonly name: string;
  readonly shape: Shape<Input>;
}

let names = 0;

/** Gives a shape a name of its own. */
export function named<Input>(shape: Shape<Input>): NamedShape<Input> {
  names += 1;
  return { name: `cmgen_${names}`, shape };
}

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: SqlValue[];
}

/** A named shape with the values of one run. */
export function statement<Input>({ name, shape }: NamedShape<Input>, input: Input): Statement {
  return { name, text: shape.sql, values: shape.bind(input) };
}
