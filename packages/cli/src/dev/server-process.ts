import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

import type { Terminal } from "../terminal.js";

import type { DevScreen } from "./dev-screen.js";

interface Place {
  /** The plugin's folder. */
  readonly root: string;
  readonly terminal: Terminal;
  readonly screen: DevScreen;
  /** Aborted when the whole command ends: that a service ends then is not worth a message. */
  readonly signal: AbortSignal;
}

/** How long a service may take to finish the requests that are under way. */
const STOP_TIMEOUT_MS = 5_000;

const preload = new URL("end-with-parent.js", import.meta.url).href;

/** The service that is being developed: at most one process at a time, so that two never compete for a port or a database file. */
export class ServerProcess {
  readonly #place: Place;
  #child: ChildProcess | undefined;

  constructor(place: Place) {
    this.#place = place;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** Runs the module at `entry`, which is relative to the plugin, after stopping what runs now. */
  async restart(entry: string): Promise<void> {
    await this.stop();
    const { root, screen, terminal } = this.#place;
    screen.starts();
    const child = spawn(process.execPath, ["--enable-source-maps", "--import", preload, entry], {
      cwd: root,
      env: { CMGEN_ACCESS_LOG: "true", ...process.env },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#child = child;
    onLine(child.stdout, (line) => screen.logLine(line));
    onLine(child.stderr, (line) => terminal.error(`${line}\n`));
    // After its last line.
    child.once("close", (code, signal) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      const how = signal === null ? `with exit code ${code}` : `on ${signal}`;
      if (this.#place.signal.aborted) return;
      screen.stands("ended");
      terminal.error(`The service ended ${how}. It starts again after the next change.\n`);
    });
  }

  /** Ends the service gracefully, and by force if that takes too long. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    const ended = once(child, "exit");
    if (child.connected) child.disconnect();
    const force = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(force);
  }
}

function onLine(stream: Readable | null, show: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream }).on("line", show);
}
