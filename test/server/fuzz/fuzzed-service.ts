import { expect } from "vitest";
import { startPeopleService, type PeopleService } from "../../people/people-service.js";
import { exchange, type Received, type Sent } from "../exchange.js";
import { RawConnection } from "../raw-connection.js";
import { assertProblem, send } from "../rule.js";

/** Longest that any answer may take, in milliseconds. What a request can make endless, such as a search by a pattern, takes minutes at least. */
const LONGEST_MS = 30_000;

/** From how many bytes of stored objects on it begins again: they are read whole after each request. */
const STATE_BYTES = 30_000;

/** How long is waited for what a server has to say to a message that may have no end. */
const SILENCE_MS = 25;

/** A people service in a process of its own, its whole stored state, and what hostile requests may never do to it. */
export class FuzzedService {
  readonly #service: PeopleService;
  #state = "";
  requests = 0;
  /** Answers by status. */
  readonly statuses = new Map<number, number>();

  private constructor(service: PeopleService) {
    this.#service = service;
  }

  static async start(databaseUrl: string): Promise<FuzzedService> {
    const service = new FuzzedService(await startPeopleService({ CMGEN_DATABASE_URL: databaseUrl }));
    await service.#beginAnew();
    return service;
  }

  /** Sends a request; it must be answered in time, never with a 5xx, and a refusal must change nothing. */
  async request(sent: Sent): Promise<void> {
    const received = await this.#exchange(sent);
    this.statuses.set(received.status, (this.statuses.get(received.status) ?? 0) + 1);
    assertSound(sent, received);
    await this.#assertState(received.status >= 400 || isSafe(sent));
  }

  /** Says something that may be no HTTP; what is said back, if anything, is. */
  async say(bytes: string): Promise<void> {
    const connection = await RawConnection.open(this.#service.url);
    connection.write(Buffer.from(bytes, "latin1"));
    await connection.closes(SILENCE_MS);
    connection.destroy();
    const { received, statuses } = connection;
    if (received !== "") expect(received).toMatch(/^HTTP\/1\.1 \d{3} /);
    for (const status of statuses) expect(Number(status)).toBeLessThan(500);
    expect(received).not.toMatch(/<html|node_modules|\bat .*\.js:\d/);
    // Without an answer it is not known what was asked for, nor whether it is done.
    await this.#assertState(statuses.length > 0 && statuses.every((status) => status >= "400"));
  }

  /** Bytes of memory that the process holds. */
  async memory(): Promise<number> {
    const { bytes } = await this.#exchange({ method: "GET", path: "/metrics" });
    return Number(/^process_resident_memory_bytes (\d+)$/m.exec(bytes.toString())?.[1]);
  }

  /** Stops it as its operator would; it must have had nothing to complain of. */
  async stop(): Promise<void> {
    expect(await this.#service.stop()).toBe(0);
    expect(this.#service.output()).not.toMatch(/^\S+Z (?:error|warn)|Warning:/m);
  }

  kill(): Promise<void> {
    return this.#service.kill();
  }

  async #exchange(sent: Sent): Promise<Received> {
    const start = performance.now();
    const received = await exchange(this.#service.url, sent);
    expect(performance.now() - start, `${sent.method} ${sent.path}`).toBeLessThan(LONGEST_MS);
    return received;
  }

  /** All objects and the revision: a change that was taken back would show as well. */
  async #assertState(unchanged: boolean): Promise<void> {
    this.requests += 1;
    const before = this.#state;
    await this.#readState();
    if (unchanged) expect(this.#state).toBe(before);
    if (this.#state.length > STATE_BYTES) await this.#beginAnew();
  }

  async #readState(): Promise<void> {
    const all = await this.#exchange(send("GET", "?sort=metadata.name,asc"));
    expect(all.status).toBe(200);
    this.#state = all.bytes.toString();
  }

  async #beginAnew(): Promise<void> {
    const merge = { "content-type": "application/merge-patch+json" };
    await this.#exchange(send("DELETE", ""));
    const { items } = (await this.#exchange(send("GET", ""))).json as { items: { metadata: { name: string } }[] };
    for (const { metadata } of items) {
      await this.#exchange(send("PATCH", `/${metadata.name}`, { metadata: { finalizers: null } }, merge));
    }
    await this.#exchange(send("POST", "", { metadata: { name: "canary" }, spec: { name: "Canary" } }));
    await this.#readState();
  }
}

function isSafe({ method }: Sent): boolean {
  return !["POST", "PUT", "PATCH", "DELETE"].includes(method);
}

function assertSound({ method }: Sent, received: Received): void {
  const { status, headers, json } = received;
  expect(status).toBeLessThan(500);
  if (status >= 400) assertProblem(received);
  const isPlain = headers["content-encoding"] === undefined && method !== "HEAD";
  if (headers["content-type"] === "application/json" && isPlain) expect(json).toBeDefined();
}
