import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { repositoryRoot } from "../boundaries/repository.js";

/** The folder of the example. */
export const peopleFolder = join(repositoryRoot, "examples", "people");

export interface PeopleService {
  readonly url: string;
  /** What it has written so far. */
  readonly output: () => string;
  /** Sends SIGTERM and returns the exit code. */
  readonly stop: () => Promise<number | null>;
  /** Sends SIGKILL and returns when the process is gone. */
  readonly kill: () => Promise<void>;
}

/**
 * Starts the built people service as a process of its own and waits until it is ready.
 *
 * @param launcher A command that runs the command behind it.
 */
export async function startPeopleService(
  environment: Readonly<Record<string, string>> = {},
  launcher: readonly string[] = [],
): Promise<PeopleService> {
  const port = environment["PORT"] ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const command = [...launcher, process.execPath, join(peopleFolder, "dist", "generated", "server.js")];
  const child = spawn(command[0] ?? process.execPath, command.slice(1), {
    env: { ...process.env, HOST: "127.0.0.1", PORT: String(port), CMGEN_DATABASE_URL: ":memory:", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  const collect = (chunk: Buffer): void => {
    written += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const output = (): string => written;
  await ready({ url, child, output });
  return { url, output, stop: () => end(child, "SIGTERM"), kill: async () => void (await end(child, "SIGKILL")) };
}

/** The version of the person whom the controller greets: 2 once it has, and nothing changes by itself any more. */
export async function greetedVersion(url: string): Promise<number> {
  const response = await fetch(`${url}/apis/people.example.com/v1alpha1/people/ann`);
  return ((await response.json()) as { metadata: { version: number } }).metadata.version;
}

interface Starting {
  readonly url: string;
  readonly child: ChildProcess;
  readonly output: () => string;
}

async function ready({ url, child, output }: Starting): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await answers(`${url}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`The people service ended with ${child.exitCode}:\n${output()}`);
    if (Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`The people service was not ready in time:\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false; // Not listening yet.
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}
