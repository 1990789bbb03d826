import { setTimeout as delay } from "node:timers/promises";
import type { Pods } from "./pods.js";
import { ticketsPath, type Ticket } from "./ticket-writers.js";

type Event =
  | {
      readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
      readonly resourceVersion: string;
      readonly object: Ticket;
    }
  | { readonly type: "ERROR"; readonly object: { readonly code: string } };

/** Knows all tickets by one list and the events since, whichever process it gets them from. */
export class TicketWatcher {
  readonly known = new Map<string, Ticket>();
  /** What no watch may tell. */
  readonly faults: string[] = [];
  /** How often it had to list again. */
  expired = 0;
  readonly #pods: Pods;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #resourceVersion: string | undefined;

  constructor(pods: Pods) {
    this.#pods = pods;
    this.#running = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #follow(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      // Its process may be killed or stopped: then it goes on with another one.
      const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(3000)]);
      await this.#read(signal).catch(() => undefined);
      await delay(20);
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const url = this.#pods.url;
    if (url === undefined) return;
    if (this.#resourceVersion === undefined) await this.#list(url, signal);
    const { body, status } = await fetch(`${url}${ticketsPath}?watch=true&resourceVersion=${this.#resourceVersion}`, {
      signal,
    });
    if (status === 410) this.#expire();
    if (status !== 200) return;
    let rest = "";
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(JSON.parse(line) as Event);
    }
  }

  async #list(url: string, signal: AbortSignal): Promise<void> {
    const answer = await fetch(`${url}${ticketsPath}`, { signal });
    if (!answer.ok) throw new Error(await answer.text());
    const list = (await answer.json()) as { items: Ticket[]; metadata: { resourceVersion: string } };
    this.known.clear();
    for (const ticket of list.items) this.known.set(ticket.metadata.name, ticket);
    this.#resourceVersion = list.metadata.resourceVersion;
  }

  #expire(): void {
    this.expired += 1;
    this.#resourceVersion = undefined;
  }

  #take(event: Event): void {
    if (event.type === "ERROR") {
      if (event.object.code === "Expired") this.#expire();
      return;
    }
    this.#resourceVersion = event.resourceVersion;
    if (event.type === "BOOKMARK") return;
    const { name, version } = event.object.metadata;
    const before = this.known.get(name)?.metadata.version ?? 0;
    if (version !== before + 1) this.faults.push(`${name}: ${event.type} of version ${version} after ${before}`);
    this.known.set(name, event.object);
  }
}
