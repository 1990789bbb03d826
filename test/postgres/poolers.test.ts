import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { deployMigrationsTo } from "../../packages/store/dist/migrate/migration-status.js";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { lacksPrograms } from "../deploying/lacks-programs.js";
import { exchange } from "../server/exchange.js";
import { startPeople } from "../server/people-server.js";
import { send } from "../server/rule.js";
import { createDatabase } from "./create-database.js";

describe.skipIf(lacksPrograms("PgBouncer", ["pgbouncer", "setpriv"]))("through PgBouncer", () => {
  let folder = "";
  let pooler: ChildProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-pooler-"));
    await chmod(folder, 0o755);
  });
  afterEach(async () => {
    if (pooler !== undefined && pooler.exitCode === null) {
      pooler.kill();
      await once(pooler, "exit");
    }
    await rm(folder, { recursive: true });
  });

  /** Starts PgBouncer in front of an empty database; returns that database's URL through it. */
  const startPooler = async (mode: string, size: number): Promise<string> => {
    const url = new URL(await createDatabase());
    const port = await freePort();
    const name = url.pathname.slice(1);
    await writeFile(join(folder, "users.txt"), `"${url.username}" "${url.password}"\n`);
    await writeFile(
      join(folder, "pooler.ini"),
      [
        "[databases]",
        `${name} = host=${url.hostname} port=${url.port} user=${url.username} password=${url.password}`,
        "[pgbouncer]",
        "listen_addr = 127.0.0.1",
        `listen_port = ${port}`,
        "unix_socket_dir =",
        "auth_type = trust",
        `auth_file = ${join(folder, "users.txt")}`,
        `pool_mode = ${mode}`,
        `default_pool_size = ${size}`,
      ].join("\n"),
    );
    const command = ["pgbouncer", "--quiet", join(folder, "pooler.ini")];
    // It refuses to run as root.
    const asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    const [program = "", ...args] = process.getuid?.() === 0 ? [...asNobody, ...command] : command;
    pooler = spawn(program, args, { stdio: "ignore" });
    await expect.poll(() => canConnect(port), { timeout: 10_000 }).toBe(true);
    url.port = String(port);
    return url.href;
  };

  it("by session, a service works in its schema", async () => {
    const databaseUrl = `${await startPooler("session", 40)}?schema=team`;
    let server: RunningServer | undefined;
    try {
      server = await startPeople("postgresql", { databaseUrl });
      expect(server.unready()).toEqual([]);
      const made = await exchange(server.url, send("POST", "", { metadata: { name: "dora" }, spec: { name: "Dora" } }));
      expect(made.status).toBe(201);
    } finally {
      await server?.close();
    }
  });

  it("by transaction, nothing starts and nothing is migrated, which would be in another session", async () => {
    const databaseUrl = `${await startPooler("transaction", 40)}?schema=team`;
    const problem = /assigns connections by transaction; .*pool_mode = session/;
    await expect(startPeople("postgresql", { databaseUrl })).rejects.toThrow(problem);
    const migration = { name: "20300101000000_first", sql: "CREATE TABLE one (id INTEGER)" };
    await expect(deployMigrationsTo(databaseUrl, [migration])).rejects.toThrow(problem);
  });

  it("with a single connection, nothing starts", { timeout: 60_000 }, async () => {
    const databaseUrl = await startPooler("session", 1);
    await expect(startPeople("postgresql", { databaseUrl })).rejects.toThrow(/does not serve two connections at once/);
  });
});

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
