import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../scripts/steps/free-port.mjs";

/** A PostgreSQL server of the version of the machine's `pg_dump`, which dumps no later one. */
export interface ToolsServer {
  /** URL of the server, without a database. */
  readonly url: string;
  /** Folder of `pg_dump`, `pg_restore` and `psql`. */
  readonly programs: string;
  remove(): void;
}

/** Where the distribution's PostgreSQL is, with its server; `undefined` if it is not installed. */
export function installedPostgres(): string | undefined {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(root, version, "bin"));
  return folders.find((folder) => ["initdb", "pg_ctl", "pg_dump"].every((name) => existsSync(join(folder, name))));
}

/** Starts the server of `programs` with data of its own. */
export async function startToolsServer(programs: string): Promise<ToolsServer> {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-tools-"));
  const data = join(folder, "data");
  const port = await freePort();
  const user = serverUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const run = (name: string, args: readonly string[]): void => {
    execFileSync(join(programs, name), args, { ...user, cwd: folder, stdio: "ignore" });
  };
  run("initdb", ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"]);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`;
  run("pg_ctl", ["-D", data, "-w", "-o", options, "-l", join(folder, "log"), "start"]);
  return {
    url: `postgresql://postgres@127.0.0.1:${port}`,
    programs,
    remove: () => {
      run("pg_ctl", ["-D", data, "-w", "-m", "fast", "stop"]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** PostgreSQL refuses to run as root: the user that its package made is taken instead. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string): number => Number(spawnSync("id", [option, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}
