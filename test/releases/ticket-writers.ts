import { setTimeout as delay } from "node:timers/promises";
import type { Pods } from "./pods.js";

export const ticketsPath = "/apis/desk.example.com/v1/tickets";

export interface TicketSpec {
  readonly count: number;
  readonly board: string;
  readonly team: string;
  /** How often the evolve step was made. */
  readonly times?: number;
}

export interface Ticket {
  readonly metadata: { readonly name: string; readonly version: number };
  readonly spec: TicketSpec;
}

export const boardNames: readonly string[] = ["a", "b", "c", "d"];

/** What a writer knows of a ticket of its own. */
export interface WrittenTicket {
  /** Whether its creation was answered. */
  readonly isStored: boolean;
  /** The version that it has, 0 before its creation; undefined if it must be read, because a write had no answer. */
  readonly version: number | undefined;
  /** What it may hold: what was answered last, and what was sent since and had no answer. */
  readonly maybe: readonly TicketSpec[];
}

const WRITERS = 4;
const TICKETS_OF_A_WRITER = 25;
const PAUSE_MS = 10;
const TIMEOUT_MS = 2000;

/** Creates and changes tickets through whichever process is ready, until it is stopped. Each ticket has one writer. */
export class TicketWriters {
  readonly tickets = new Map<string, WrittenTicket>();
  /** Answers that no writer may get. */
  readonly faults: string[] = [];
  /** The longest time in which no write was done. */
  longestPauseMs = 0;
  done = 0;
  #lastDone = performance.now();
  readonly #stopping = new AbortController();
  readonly #pods: Pods;
  readonly #running: Promise<unknown>;

  /** @param prefix What the names of their tickets begin with. */
  constructor(pods: Pods, prefix: string) {
    this.#pods = pods;
    this.#running = Promise.all(Array.from({ length: WRITERS }, (_, at) => this.#writeTickets(`${prefix}-${at}`)));
  }

  /** Ends them when each has had its last answer. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #writeTickets(prefix: string): Promise<void> {
    for (let count = 0; !this.#stopping.signal.aborted; count += 1) {
      const name = `${prefix}-${count % TICKETS_OF_A_WRITER}`;
      const before = this.tickets.get(name) ?? { isStored: false, version: 0, maybe: [] };
      const url = this.#pods.url;
      if (url !== undefined) {
        const write =
          before.version === undefined ? this.#read(url, name, before) : this.#write(url, name, before, count);
        this.tickets.set(name, await write);
      }
      await delay(PAUSE_MS);
    }
  }

  /** Finds out what became of writes that had no answer. */
  async #read(url: string, name: string, before: WrittenTicket): Promise<WrittenTicket> {
    const answer = await send(`${url}${ticketsPath}/${name}`, { method: "GET" });
    if (answer?.status === 404 && before.isStored) this.faults.push(`${name} is lost`);
    if (answer?.status === 404) return { ...before, version: 0 };
    if (answer?.status !== 200) return before;
    const { metadata, spec } = JSON.parse(answer.text) as Ticket;
    const fault = faultOf(name, before, spec);
    if (fault !== undefined) this.faults.push(fault);
    return { isStored: true, version: metadata.version, maybe: [spec, ...before.maybe] };
  }

  async #write(url: string, name: string, before: WrittenTicket, count: number): Promise<WrittenTicket> {
    const spec = { count, board: anyBoard(), team: anyBoard() };
    const answer = await send(`${url}${ticketsPath}${before.version === 0 ? "" : `/${name}`}`, {
      method: before.version === 0 ? "POST" : "PATCH",
      headers: { "content-type": before.version === 0 ? "application/json" : "application/merge-patch+json" },
      body: JSON.stringify({ metadata: before.version === 0 ? { name } : { version: before.version }, spec }),
    });
    if (answer === undefined || /may have been done/.test(answer.text))
      return { ...before, version: undefined, maybe: [...before.maybe, spec] };
    // Somebody has changed it: an evolve step, or an earlier write of its own that had no answer.
    if (answer.status === 409) return { ...before, version: undefined };
    if (answer.status === 503) return before;
    if (answer.status !== 200 && answer.status !== 201) {
      this.faults.push(`${name}: ${answer.status} ${answer.text}`);
      return before;
    }
    this.#noteDone();
    return { isStored: true, version: (JSON.parse(answer.text) as Ticket).metadata.version, maybe: [spec] };
  }

  #noteDone(): void {
    this.done += 1;
    this.longestPauseMs = Math.max(this.longestPauseMs, performance.now() - this.#lastDone);
    this.#lastDone = performance.now();
  }
}

/** Why a ticket cannot hold what it holds; undefined if it can. */
export function faultOf(name: string, { maybe }: WrittenTicket, held: TicketSpec): string | undefined {
  const isSame = (spec: TicketSpec): boolean =>
    spec.count === held.count && spec.board === held.board && spec.team === held.team;
  return maybe.some(isSame) ? undefined : `${name} holds ${JSON.stringify(held)} and not ${JSON.stringify(maybe)}`;
}

/** Undefined if there was no answer. */
async function send(url: string, init: RequestInit): Promise<{ status: number; text: string } | undefined> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return undefined;
  }
}

function anyBoard(): string {
  return boardNames[Math.floor(Math.random() * boardNames.length)] ?? "a";
}
