import type { Log } from "../log/log.js";
import type { AuditOutput } from "./audit-output.js";
import type { TriedObject } from "../http/tried-object.js";
import { printLine } from "./change-line.js";

/** Bytes of lines that wait to be written, at most. */
const MOST_WAITING = 1024 * 1024;

/** A request that was refused. */
export interface RefusedRequest {
  /** Whose objects were asked for, where no service of that tenant answered. */
  readonly tenant?: string | undefined;
  readonly status: number;
  readonly method: string | undefined;
  /** Without the query, which may have secrets. */
  readonly path: string;
  /** What the caller named in the body, as who it is or wants to be. */
  readonly object?: TriedObject | undefined;
  readonly actor: string;
  readonly requestId: string;
  readonly address: string;
}

/**
 * Writes a line for each refused request as it happens. Lines wait in memory, up to a bound: those beyond it are dropped, and a line says how many. A
 * process that is killed loses those that wait.
 */
export class RefusedRequests {
  readonly #output: AuditOutput;
  readonly #log: Log;
  #waiting = "";
  #dropped = 0;
  #writing: Promise<void> | undefined;
  #isFailing = false;

  constructor(output: AuditOutput, log: Log) {
    this.#output = output;
    this.#log = log;
  }

  add({ tenant, status, method, path, object, ...from }: RefusedRequest): void {
    const time = new Date().toISOString();
    const line = printLine({ tenant, time, refused: status, method, path, ...object, ...from });
    if (this.#waiting.length + line.length > MOST_WAITING) this.#dropped += 1;
    else this.#waiting += line;
    this.#writing ??= this.#write();
  }

  /** Resolves when none waits. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  /** Never rejects. */
  async #write(): Promise<void> {
    while (this.#waiting !== "" || this.#dropped > 0) {
      const lines = this.#waiting;
      const dropped = this.#dropped;
      this.#waiting = "";
      this.#dropped = 0;
      const count = dropped === 0 ? "" : printLine({ time: new Date().toISOString(), dropped });
      try {
        await this.#output.write(lines + count);
        this.#isFailing = false;
      } catch (error) {
        // Those that come meanwhile are tried later: a full disk would only refuse them too.
        this.#dropped += dropped + lines.split("\n").length - 1;
        if (!this.#isFailing) this.#log.error({ err: error }, "the audit cannot write refused requests");
        this.#isFailing = true;
        break;
      }
    }
    this.#writing = undefined;
  }
}
