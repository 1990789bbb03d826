import { fileURLToPath } from "node:url";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServiceProcess } from "../server/service-process.js";
import { type Answered, buildHooksPlugin, databases, emptyDatabase, type HooksPlugin } from "./hooks-service.js";
import { type Received, SECRET, TestReceiver } from "./receiver.js";

const KILLS = Number(process.env["CMGEN_SENDER_KILLS"] ?? 5);
const OBJECTS = 12;
const WRITERS = 4;

const script = fileURLToPath(new URL("service.mjs", import.meta.url));
const headers = { authorization: "Test boss admins", "content-type": "application/json" };

let built: HooksPlugin;
beforeAll(async () => {
  built = await buildHooksPlugin();
});
afterAll(() => built.remove());

/** Services on one database, one of which sends. On SQLite there is one. */
class Senders {
  readonly #databaseUrl: string;
  readonly #count: number;
  readonly #processes: ServiceProcess[] = [];
  readonly #urls = new Map<ServiceProcess, string>();

  /** Why a service did not start. */
  #failure: Error | undefined;

  constructor(databaseUrl: string, count: number) {
    this.#databaseUrl = databaseUrl;
    this.#count = count;
  }

  async fill(): Promise<void> {
    while (this.#processes.length < this.#count) {
      const started = new ServiceProcess([script, built.module, this.#databaseUrl], {
        CMGEN_SUBSCRIPTIONS_ALLOW: "127.0.0.1",
      });
      this.#processes.push(started);
      void started.url().then(
        (url) => this.#urls.set(started, url),
        // One that was killed before it listened is no longer among them.
        (error: Error) => (this.#failure ??= this.#processes.includes(started) ? error : undefined),
      );
    }
  }

  /** Kills one of them; the others, of which one may send, live on. */
  async kill(): Promise<void> {
    const [found] = this.#processes.splice(Math.floor(Math.random() * this.#processes.length), 1);
    if (found === undefined) return;
    this.#urls.delete(found);
    await found.end("SIGKILL");
    await this.fill();
  }

  async end(): Promise<void> {
    await Promise.all(this.#processes.map((each) => each.end("SIGTERM")));
  }

  /** Sends a request to one that answers, until it is answered. Undefined where nobody knows whether it was done. */
  async send(method: string, path: string, body?: unknown): Promise<Answered | undefined> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      const urls = [...this.#urls.values()];
      const url = urls[Math.floor(Math.random() * urls.length)];
      if (url === undefined) {
        await delay(20);
        continue;
      }
      try {
        const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
        const answer = await fetch(`${url}/apis/hooks.example.com/v1/${path}`, {
          method,
          headers: { ...headers, "content-type": type },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        if (answer.status < 500)
          return { status: answer.status, body: text === "" ? {} : (JSON.parse(text) as Answered["body"]) };
      } catch {
        if (method !== "GET") return undefined;
      }
      await delay(20);
    }
  }
}

/**
 * What holds of the messages of one object, by its versions, which have no gaps: none is missing, none comes for the first time before its predecessor
 * has come, and where one comes again, those that follow it come again in their order.
 */
function breachesOf(messages: readonly Received[]): readonly string[] {
  const breaches: string[] = [];
  let [newest, last] = [0, 0];
  for (const { data } of messages) {
    const version = data.object?.metadata.version ?? 0;
    if (version > newest + 1) breaches.push(`${version} came before ${newest + 1}`);
    if (version !== last + 1 && version > last) breaches.push(`${version} came behind ${last}`);
    last = version;
    newest = Math.max(newest, version);
  }
  return breaches;
}

describe.each(databases)("a sender on %s that is killed again and again", (engine) => {
  it(`sends each change at least once, in the order of each object`, { timeout: 900_000 }, async () => {
    const database = await emptyDatabase(engine);
    const receiver = await TestReceiver.start();
    const senders = new Senders(database.url, engine === "postgresql" ? 2 : 1);
    await senders.fill();
    const spec = { resource: "people", url: receiver.url, secret: SECRET };
    const kind = { apiVersion: "hooks.example.com/v1", kind: "Subscription", metadata: { name: "all" }, spec };
    expect(await senders.send("POST", "subscriptions", kind)).toMatchObject({ status: 201 });
    const over = new AbortController();
    const write = async (writer: number): Promise<void> => {
      for (let number = 0; !over.signal.aborted; number += 1) {
        const name = `p-${(writer + number * WRITERS) % OBJECTS}`;
        const made = await senders.send("PATCH", `people/${name}`, { spec: { number } });
        if (made?.status === 404)
          await senders.send("POST", "people", {
            apiVersion: "hooks.example.com/v1",
            kind: "Person",
            metadata: { name },
            spec: { team: "red", number },
          });
        await delay(5);
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    for (let killed = 0; killed < KILLS; killed += 1) {
      await senders.send("GET", "people?size=1");
      await delay(100 + Math.random() * 1500);
      await senders.kill();
    }
    await delay(2000);
    over.abort();
    await Promise.all(writers);
    const versions = new Map<string, number>();
    const listed = await senders.send("GET", "people?size=100");
    for (const { metadata } of listed?.body.items ?? []) versions.set(metadata.name, metadata.version);
    expect(versions.size).toBe(OBJECTS);
    const ofOne = (name: string): readonly Received[] =>
      receiver.messages.filter(({ data }) => data.object?.metadata.name === name);
    for (const [name, version] of versions)
      await expect
        .poll(() => Math.max(0, ...ofOne(name).map(({ data }) => data.object?.metadata.version ?? 0)), {
          timeout: 60_000,
        })
        .toBe(version);
    const changes = [...versions.values()].reduce((sum, version) => sum + version, 0);
    const ids = new Set(receiver.messages.map(({ id }) => id));
    process.stdout.write(
      `${engine}: ${KILLS} kills, ${changes} changes, ${receiver.messages.length} messages, ${receiver.messages.length - ids.size} of them again\n`,
    );
    for (const name of versions.keys()) expect([name, breachesOf(ofOne(name))]).toEqual([name, []]);
    expect(ids.size).toBe(changes);
    const status = await senders.send("GET", "subscriptions/all");
    expect(status?.body.status).not.toHaveProperty("deadLetters");
    expect(status?.body.status).not.toHaveProperty("lost");
    await senders.end();
    await receiver.close();
    await database.cleanUp();
  });
});
