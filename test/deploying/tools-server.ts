import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installedPostgres } from "../../scripts/steps/installed-postgres.mjs";
import { postgresProcess } from "../postgres/postgres-process.mjs";

/** A PostgreSQL server of the version of the machine's `pg_dump`, which dumps no later one. */
export interface ToolsServer {
  /** URL of the server, without a database. */
  readonly url: string;
  /** Folder of `pg_dump`, `pg_restore` and `psql`. */
  readonly programs: string;
  remove(): Promise<void>;
}

/** The newest installed PostgreSQL that has its server and its tools; `undefined` if there is none. */
export function postgresWithTools(): string | undefined {
  return installedPostgres().findLast((folder) => existsSync(join(folder, "pg_dump")));
}

/** Starts the server of `programs` with data of its own. */
export async function startToolsServer(programs: string): Promise<ToolsServer> {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-tools-"));
  // The server may run as another user, who has to get at its own folder inside.
  chmodSync(folder, 0o755);
  const server = await postgresProcess({ programs, data: join(folder, "data"), settings: [] });
  await server.start();
  return {
    url: server.url,
    programs,
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
