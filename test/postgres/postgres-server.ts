import { rmSync } from "node:fs";
import { chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresProcess } from "./postgres-process.mjs";

/** A real PostgreSQL server of a test's own. */
export interface PostgresServer {
  /** URL of the server, without a database. */
  readonly url: string;
  /** Shuts it down as an administrator would in a hurry: it breaks off whatever runs. */
  stop(): Promise<void>;
  /** Starts it again after a stop, with what was in it. */
  start(): Promise<void>;
  /** Stops it and removes what was in it. */
  remove(): Promise<void>;
}

/** Where Linux keeps files in memory. */
const memory = "/dev/shm";

/** Bytes that must be free there: several times what the databases of a run take at once. */
const ENOUGH = 4e9;

const settings = [
  "max_connections=200",
  // What is committed need not outlive the machine, only the server. Without fsync a commit takes a third of the time.
  "fsync=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_wal_size=128MB",
  // Tests that need statistics run ANALYZE, and no database lives long enough to need a vacuum.
  "autovacuum=off",
];

/** Starts the server that the tests bring along, or that of the programs in the folder that CMGEN_TEST_POSTGRES names. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(await quickFolder(), "cmgen-postgres-"));
  // A run that is interrupted must not leave its databases in memory.
  const removeAtExit = (): void => rmSync(folder, { recursive: true, force: true });
  process.once("exit", removeAtExit);
  // The server may run as another user, who has to get at its own folder inside.
  await chmod(folder, 0o755);
  const programs = process.env["CMGEN_TEST_POSTGRES"];
  const server = await postgresProcess({ programs, data: join(folder, "data"), settings });
  await server.start();
  return {
    url: server.url,
    stop: () => server.stop(),
    start: () => server.start(),
    remove: async () => {
      await server.stop();
      process.off("exit", removeAtExit);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A database has 300 files. In memory creating one takes a third of the processor time that it takes on a disk. */
async function quickFolder(): Promise<string> {
  const space = await statfs(memory).catch(() => undefined);
  return space !== undefined && space.bavail * space.bsize > ENOUGH ? memory : tmpdir();
}
