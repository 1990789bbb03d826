import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { vi } from "vitest";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { newestNode, nodeExecutable } from "../../scripts/steps/other-node.mjs";
import { npm } from "../../scripts/steps/tools.mjs";
import { repositoryRoot } from "../boundaries/repository.js";
import { cleanEnvironment } from "./clean-environment.js";

const VERSION = "6.10.4";

/** Not among the repository's packages: it needs a newer Node.js than the oldest that is supported, and only one long run uses it. */
const programs = join(repositoryRoot, "node_modules", ".cache", "cmgen", "verdaccio");
const program = join(programs, "node_modules", "verdaccio", "bin", "verdaccio");

/** A registry as teams run it: packages are published to it, and it fetches all others from the machine's own registry. */
export class Verdaccio {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(url: string, started: ChildProcess) {
    this.url = url;
    this.#process = started;
  }

  /** @param folder Where it keeps what is published, and its settings. */
  static async start(folder: string): Promise<Verdaccio> {
    if (!existsSync(program)) await install();
    mkdirSync(folder);
    const config = join(folder, "config.yaml");
    writeFileSync(config, settings(folder, await ownRegistry()));
    const listen = `127.0.0.1:${await freePort()}`;
    const node = await nodeExecutable(newestNode);
    const started = spawn(node, [program, "--config", config, "--listen", listen], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [started.stdout, started.stderr])
      stream.on("data", (data: Buffer) => (output += String(data)));
    const url = `http://${listen}/`;
    const answers = async (): Promise<boolean> => (await fetch(`${url}-/ping`)).ok;
    await vi
      .waitUntil(() => answers().catch(() => false), { timeout: 60_000, interval: 200 })
      .catch((error: unknown) => {
        throw new Error(`Verdaccio does not answer:\n${output}`, { cause: error });
      });
    return new Verdaccio(url, started);
  }

  async close(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.kill();
    await ended;
  }
}

async function install(): Promise<void> {
  mkdirSync(programs, { recursive: true });
  // It asks for a tag of node-fetch, and not every mirror of the registry has tags.
  writeFileSync(join(programs, "package.json"), JSON.stringify({ overrides: { "node-fetch": "2.7.0" } }));
  const [command = "", ...args] = npm(["install", "--prefix", programs, "--ignore-scripts", `verdaccio@${VERSION}`]);
  await promisify(execFile)(command, args, { env: cleanEnvironment() });
}

async function ownRegistry(): Promise<string> {
  const [command = "", ...args] = npm(["config", "get", "registry"]);
  return (await promisify(execFile)(command, args, { env: cleanEnvironment() })).stdout.trim();
}

/** Anybody may publish, and our own packages are looked for nowhere else. JSON is YAML. */
function settings(folder: string, others: string): string {
  const open = { access: "$all", publish: "$all" };
  return JSON.stringify({
    storage: join(folder, "storage"),
    uplinks: { others: { url: others, timeout: "60s", max_fails: 100 } },
    packages: { "@cmgen/*": open, cmgen: open, "create-cmgen": open, "**": { access: "$all", proxy: "others" } },
    max_body_size: "100mb",
    log: { type: "stdout", level: "warn" },
  });
}
