import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

/** A line of a service's log. */
export type LogRecord = Readonly<Record<string, unknown>> & { readonly msg: string };

export interface EndedProcess {
  readonly code: number | null;
  /** Everything on standard output. */
  readonly log: readonly LogRecord[];
  /** Everything on standard error. */
  readonly error: string;
}

/** A service as a process of its own, and what it writes. */
export class ServiceProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Resolved when it is gone. */
  readonly ended: Promise<EndedProcess>;
  #out = "";
  #error = "";

  /** @param command What Node runs, with its arguments. */
  constructor(command: readonly string[], environment: Readonly<Record<string, string>> = {}, cwd?: string) {
    this.child = spawn(process.execPath, command, {
      cwd,
      env: { ...process.env, PORT: "0", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child.stdout.on("data", (chunk: Buffer) => (this.#out += chunk.toString()));
    this.child.stderr.on("data", (chunk: Buffer) => (this.#error += chunk.toString()));
    this.ended = once(this.child, "close").then(([code]) => ({
      code: code as number | null,
      log: this.log,
      error: this.#error,
    }));
  }

  /** What it has logged so far, which must be JSON lines and nothing else. */
  get log(): readonly LogRecord[] {
    const lines = this.#out.split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line) as LogRecord);
  }

  /** Lines of one message. */
  logged(message: string): readonly LogRecord[] {
    return this.log.filter(({ msg }) => msg === message);
  }

  /** Its URL, once it has logged that. */
  async url(): Promise<string> {
    while (this.logged("listening").length === 0) {
      const ended = await Promise.race([once(this.child.stdout, "data").then(() => undefined), this.ended]);
      if (ended !== undefined) throw new Error(`The service ended with ${ended.code}: ${ended.error}`);
    }
    return String(this.logged("listening")[0]?.["url"]);
  }

  async end(signal: "SIGKILL" | "SIGTERM" | "SIGINT"): Promise<EndedProcess> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal);
    return this.ended;
  }
}
