import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { npm } from "../../scripts/steps/tools.mjs";
import { repositoryRoot } from "../boundaries/repository.js";
import { cleanEnvironment } from "./clean-environment.js";

const execute = promisify(execFile);
const READY_MS = 60_000;

/** Longest that a package manager may take where nothing is in its cache and the machine has other things to do. */
export const INSTALL_MS = 300_000;

export type PackageManager = "npm" | "pnpm";

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Commands in a folder, as a user types them. */
export class InstalledPlugin {
  readonly folder: string;
  readonly #manager: PackageManager;
  readonly #environment: NodeJS.ProcessEnv;

  constructor(folder: string, manager: PackageManager, environment: Readonly<Record<string, string>> = {}) {
    this.folder = folder;
    this.#manager = manager;
    // What `npm ci` of this repository has fetched is not asked for again, nor what is known against it.
    const settings = { npm_config_prefer_offline: "true", npm_config_audit: "false", npm_config_fund: "false" };
    this.#environment = cleanEnvironment({ CI: "true", ...settings, ...environment });
  }

  /** Runs a command of the package manager; throws with what it has written where it fails. */
  async manage(...args: readonly string[]): Promise<string> {
    const [command = "", ...rest] = this.#manager === "npm" ? npm([...args]) : [process.execPath, pnpm, ...args];
    return this.run(command, ...rest);
  }

  /** Runs a program; throws with what it has written where it fails. */
  async run(command: string, ...args: readonly string[]): Promise<string> {
    try {
      const { stdout } = await execute(command, args, { cwd: this.folder, env: this.#environment });
      return stdout;
    } catch (error) {
      const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string };
      throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}\n${stderr}`, { cause: error });
    }
  }

  /** `npm start`, then `use` on the URL of the service, then Ctrl-C. Returns what was written, and the exit code. */
  async start(environment: Readonly<Record<string, string>>, use: (url: string) => Promise<void>): Promise<Ended> {
    return this.startWith(
      this.#manager === "npm" ? npm(["start"]) : [process.execPath, pnpm, "start"],
      environment,
      use,
    );
  }

  /** What `start` does, by another command. */
  async startWith(
    [command = "", ...args]: readonly string[],
    environment: Readonly<Record<string, string>>,
    use: (url: string) => Promise<void>,
  ): Promise<Ended> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = { ...this.#environment, ...environment, PORT: String(port) };
    // A group of its own: a terminal sends Ctrl-C to all of it.
    const child = spawn(command, args, { cwd: this.folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    // The service has its output as well: it is closed when the service has ended, which may outlive what started it.
    const ended = once(child, "close") as Promise<[number | null]>;
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += String(chunk)));
    try {
      await ready(url, () => child.exitCode === null);
      await use(url);
    } catch (error) {
      throw new Error(`${String(error)}\n${output}`, { cause: error });
    } finally {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGINT");
    }
    const [code] = await ended;
    return { code, output };
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  remove(path: string): void {
    rmSync(join(this.folder, path), { recursive: true });
  }
}

const pnpm = join(repositoryRoot, "node_modules", "pnpm", "bin", "pnpm.mjs");

async function ready(url: string, runs: () => boolean): Promise<void> {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok === true) return;
    if (!runs()) throw new Error("The service ended before it was ready");
    if (Date.now() > deadline) throw new Error("The service was not ready in time");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
