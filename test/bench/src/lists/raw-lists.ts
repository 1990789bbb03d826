import Database from "better-sqlite3";
import pg from "pg";
import type { BenchDatabase } from "../databases/engine.js";
import type { Statement } from "./statement.js";

export type RawRow = readonly unknown[];
type MaybePromise<Value> = Value | Promise<Value>;

/** A statement that is prepared on a connection. */
export interface PreparedStatement {
  run(): MaybePromise<readonly RawRow[]>;
  drop(): MaybePromise<void>;
}

/** A hand-written program's connections. */
export interface RawLists {
  prepare(statement: Pick<Statement, "text" | "walks">): PreparedStatement;
  close(): Promise<void>;
}

export async function openRawLists({ engine, url }: BenchDatabase): Promise<RawLists> {
  return engine === "sqlite" ? openSqlite(url.slice("file:".length)) : openPostgres(url);
}

function openSqlite(file: string): RawLists {
  const database = new Database(file, { timeout: 10_000 });
  for (const setting of ["synchronous = FULL", "cache_size = -32768"]) database.pragma(setting);
  return {
    prepare: ({ text }) => {
      const statement = database.prepare(text).raw();
      return { run: () => statement.all() as readonly RawRow[], drop: () => undefined };
    },
    close: async () => void database.close(),
  };
}

/** What makes PostgreSQL follow an index in its order, as far as it can. */
const walking = ["sort", "bitmapscan", "hashjoin", "mergejoin", "seqscan", "hashagg", "material"]
  .map((way) => `-c enable_${way}=off`)
  .join(" ");

/** Two connections, so that a page and its total can be read at the same time, and one that follows indexes. */
async function openPostgres(url: string): Promise<RawLists> {
  const open = async (options: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, options });
    await client.connect();
    return client;
  };
  const pages = await open("");
  const counts = await open("");
  const walks = await open(walking);
  let names = 0;
  return {
    prepare: ({ text, walks: isWalk }) => {
      const client = isWalk === true ? walks : text.startsWith("SELECT count") ? counts : pages;
      const name = `raw_${(names += 1)}`;
      let isPrepared = false;
      return {
        run: async () => {
          isPrepared = true;
          return (await client.query<unknown[]>({ name, text, rowMode: "array" })).rows;
        },
        drop: async () => {
          if (isPrepared) await client.query(`DEALLOCATE ${name}`);
        },
      };
    },
    close: async () => {
      await Promise.all([pages, counts, walks].map((client) => client.end()));
    },
  };
}
