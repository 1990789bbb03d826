import { randomUUID } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { expect, vi } from "vitest";
import { postgresWithTools, startToolsServer } from "../deploying/tools-server.js";
import { cmgenDone } from "./cmgen-process.js";

const PEOPLE = "people_example_com_people";

/** Databases of people on one engine, and what is in backups of them. */
export interface PeoplePlaces {
  /** A folder for backups, whose path is hostile. */
  readonly folder: string;
  /** The URL of a new database, with nothing in it. */
  database(): Promise<string>;
  /** The URL of a database that has what a backup has: the file itself, or what it was restored into. */
  opened(backup: string, made: string): Promise<string>;
  /** The names of the people in a database. */
  names(url: string): Promise<ReadonlySet<string>>;
  /** A copy of a database that nothing runs on, as it is on the disk. */
  copy(url: string): Promise<string>;
  /** Whether a restore has begun to write what is to take a database's place. */
  isRestoring(url: string): Promise<boolean>;
  /** Resolves when nothing works on a database any more: processes that a killed one had started end after it. */
  settled(url: string): Promise<void>;
  remove(): Promise<void>;
}

/** The engines whose programs are installed here. */
export function backupEngines(): readonly ("sqlite" | "postgresql")[] {
  if (postgresWithTools() !== undefined) return ["sqlite", "postgresql"];
  process.stderr.write("\nSKIPPED: backups on PostgreSQL: no server with pg_dump in /usr/lib/postgresql\n\n");
  return ["sqlite"];
}

/** Quotes of every shell and of SQL, blanks, and what is not ASCII. */
export const HOSTILE = `it's "a" $(b) \`c\` %d äß 人`;

export function peoplePlaces(engine: "sqlite" | "postgresql"): Promise<PeoplePlaces> {
  return engine === "sqlite" ? sqlitePlaces() : postgresPlaces();
}

async function sqlitePlaces(): Promise<PeoplePlaces> {
  const folder = mkdtempSync(join(tmpdir(), `cmgen ${HOSTILE} `));
  return {
    folder,
    database: async () => join(folder, `${randomUUID()} ${HOSTILE}.db`),
    opened: async (backup) => backup,
    names: async (url) => {
      const database = new Database(url, { readonly: true });
      try {
        return new Set(database.prepare(`SELECT name FROM ${PEOPLE}`).pluck().all() as string[]);
      } finally {
        database.close();
      }
    },
    copy: async (url) => {
      const copy = join(folder, `${randomUUID()}.db`);
      for (const suffix of ["", "-wal"]) if (existsSync(url + suffix)) copyFileSync(url + suffix, copy + suffix);
      return copy;
    },
    isRestoring: async (url) =>
      readdirSync(folder).some((name) => name.startsWith(`${basename(url)}.`) && name.endsWith(".part")),
    settled: async () => undefined,
    remove: async () => rmSync(folder, { recursive: true }),
  };
}

/** Each database is a schema: its name is the one that test/server/schemas.test.ts knows as hostile. */
async function postgresPlaces(): Promise<PeoplePlaces> {
  const folder = mkdtempSync(join(tmpdir(), `cmgen ${HOSTILE} `));
  const programs = postgresWithTools() ?? "";
  const server = await startToolsServer(programs);
  vi.stubEnv("PATH", `${programs}:${process.env["PATH"]}`);
  const query = async (url: string, text: string): Promise<readonly Record<string, unknown>[]> => {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const schemaOf = (url: string): string => new URL(url).searchParams.get("schema") ?? "";
  const database = async (schema: string, template = "template0"): Promise<string> => {
    const name = `d${randomUUID().replaceAll("-", "")}`;
    await query(`${server.url}/postgres`, `CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8'`);
    return `${server.url}/${name}?schema=${encodeURIComponent(schema)}`;
  };
  const nameOf = (url: string): string => new URL(url).pathname.slice(1);
  const settled = async (url: string): Promise<void> => {
    const others = `SELECT count(*)::int AS others FROM pg_stat_activity WHERE datname = '${nameOf(url)}'`;
    await vi.waitFor(async () => expect(await query(`${server.url}/postgres`, others)).toEqual([{ others: 0 }]), {
      timeout: 20_000,
    });
  };
  return {
    folder,
    database: () => database(`b"; SELECT 'x', $user.*`),
    opened: async (backup, made) => {
      const url = await database(schemaOf(made));
      await cmgenDone("restore", backup, "--database-url", url);
      return url;
    },
    names: async (url) => {
      const rows = await query(
        url.split("?")[0] ?? "",
        `SELECT name FROM "${schemaOf(url).replaceAll('"', '""')}".${PEOPLE}`,
      );
      return new Set(rows.map(({ name }) => String(name)));
    },
    copy: async (url) => {
      await settled(url);
      return database(schemaOf(url), nameOf(url));
    },
    isRestoring: async (url) => {
      const psql = `SELECT FROM pg_stat_activity WHERE application_name = 'cmgen backup' AND xact_start IS NOT NULL AND datname = '${nameOf(url)}'`;
      return (await query(`${server.url}/postgres`, psql)).length > 0;
    },
    settled,
    remove: async () => {
      vi.unstubAllEnvs();
      await server.remove();
      rmSync(folder, { recursive: true });
    },
  };
}
