import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPeopleService, type PeopleService } from "../people/people-service.js";
import { createDatabase } from "../postgres/create-database.js";

const collection = "/apis/people.example.com/v1alpha1/people";
const WRITERS = 6;
const WATCHERS = 8;
const WRITING_MS = 2000;

interface Person {
  readonly metadata: { readonly name: string; readonly version: number };
  readonly spec: { readonly age?: number };
}

interface Event {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  readonly resourceVersion: string;
  readonly object: Person;
}

/** What a watcher knows, by events alone. It follows one process after another, and is broken off again and again. */
class Watcher {
  readonly known = new Map<string, Person>();
  /** What must not happen, in words. */
  readonly faults: string[] = [];
  breaks = 0;
  #revision: string;
  #stopped = false;
  readonly #urls: readonly string[];
  readonly #selects: (person: Person) => boolean;
  readonly #query: string;

  constructor(
    urls: readonly string[],
    revision: string,
    selector?: { query: string; selects: (person: Person) => boolean },
  ) {
    this.#urls = urls;
    this.#revision = revision;
    this.#query = selector?.query ?? "";
    this.#selects = selector?.selects ?? (() => true);
  }

  get revision(): number {
    return Number(this.#revision);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Resolves when it was stopped and has seen everything up to a revision. */
  async follow(until: () => number): Promise<void> {
    while (!this.#stopped || this.revision < until()) {
      const at = this.#urls[this.breaks % this.#urls.length];
      const breaking = new AbortController();
      const timer = setTimeout(() => breaking.abort(), 50 + Math.random() * 250);
      try {
        const url = `${at}${collection}?watch=true&resourceVersion=${this.#revision}${this.#query}`;
        const response = await fetch(url, { signal: breaking.signal });
        await this.#read(response);
      } catch {
        // Broken off, in the middle of a line as it may be.
      }
      clearTimeout(timer);
      this.breaks += 1;
    }
  }

  async #read({ body }: Response): Promise<void> {
    let rest = "";
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(JSON.parse(line) as Event);
    }
  }

  #take({ type, object, resourceVersion }: Event): void {
    if (type === "ERROR") this.faults.push(`error: ${JSON.stringify(object)}`);
    if (type === "ERROR" || type === "BOOKMARK") {
      if (type === "BOOKMARK") this.#revision = resourceVersion;
      return;
    }
    const { name, version } = object.metadata;
    const before = this.known.get(name);
    if (Number(resourceVersion) <= this.revision)
      this.faults.push(`${name}: ${resourceVersion} after ${this.#revision}`);
    // Without a selector every version is seen.
    const isNext = before === undefined || type === "DELETED" || version === before.metadata.version + 1;
    if (this.#query === "" && !isNext) this.faults.push(`${name}: ${version} after ${before.metadata.version}`);
    if ((before === undefined) !== (type === "ADDED"))
      this.faults.push(`${name}: ${type}, known: ${before !== undefined}`);
    if (type !== "DELETED" && !this.#selects(object)) this.faults.push(`${name}: not selected`);
    if (type === "DELETED") this.known.delete(name);
    else this.known.set(name, object);
    this.#revision = resourceVersion;
  }
}

describe("watches of two processes on one PostgreSQL database that are broken off again and again", () => {
  let services: readonly PeopleService[] = [];

  beforeAll(async () => {
    const database = { CMGEN_DATABASE_URL: await createDatabase() };
    services = await Promise.all([1, 2].map(() => startPeopleService(database)));
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));

  const list = async (query = ""): Promise<{ items: Person[]; metadata: { resourceVersion: string } }> =>
    (await (await fetch(`${services[0]?.url}${collection}${query}`)).json()) as never;

  it("end with what the store has, without a gap", { timeout: 60_000 }, async () => {
    const urls = services.map(({ url }) => url);
    const start = await list();
    const adults = { query: "&fieldSelector=spec.age>=18", selects: ({ spec }: Person) => (spec.age ?? 0) >= 18 };
    const watchers = Array.from({ length: WATCHERS }, (_, at) => {
      const selector = at % 2 === 0 ? undefined : adults;
      const watcher = new Watcher(
        urls
          .toReversed()
          .slice(at % 2)
          .concat(urls),
        start.metadata.resourceVersion,
        selector,
      );
      for (const person of start.items.filter(selector?.selects ?? (() => true)))
        watcher.known.set(person.metadata.name, person);
      return watcher;
    });
    let last = Infinity;
    const following = watchers.map((watcher) => watcher.follow(() => last));
    const end = Date.now() + WRITING_MS;
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(urls, writer, () => Date.now() < end)));
    // A watch with a selector is told of no revision but those of its own events. So the last event is one of all watches.
    const marker = { metadata: { name: "marker" }, spec: { name: "marker", age: 100 } };
    const headers = { "content-type": "application/json" };
    await fetch(`${urls[0]}${collection}`, { method: "POST", headers, body: JSON.stringify(marker) });
    const [all, selected] = [await list(), await list("?fieldSelector=spec.age>=18")];
    last = Number(all.metadata.resourceVersion);
    for (const watcher of watchers) watcher.stop();
    await Promise.all(following);
    for (const [at, watcher] of watchers.entries()) {
      expect(watcher.faults).toEqual([]);
      expect(byName(watcher.known.values())).toEqual(byName((at % 2 === 0 ? all : selected).items));
      expect(watcher.breaks).toBeGreaterThan(3);
    }
    expect(all.items.length, "objects that were written").toBeGreaterThan(0);
  });
});

/** Creates, changes and deletes the same few objects as the other writers, through either process. */
async function write(urls: readonly string[], writer: number, going: () => boolean): Promise<void> {
  for (let turn = writer; going(); turn += 1) {
    const name = `w${Math.floor(Math.random() * 12)}`;
    const url = `${urls[turn % urls.length]}${collection}`;
    const json = { "content-type": "application/json" };
    const age = Math.floor(Math.random() * 40);
    const draw = Math.random();
    const request =
      draw < 0.25
        ? fetch(url, {
            method: "POST",
            headers: json,
            body: JSON.stringify({ metadata: { name }, spec: { name, age } }),
          })
        : draw < 0.4
          ? fetch(`${url}/${name}`, { method: "DELETE" })
          : fetch(`${url}/${name}`, {
              method: "PATCH",
              headers: { "content-type": "application/merge-patch+json" },
              body: JSON.stringify({ spec: { age } }),
            });
    const response = await request;
    await response.arrayBuffer();
    expect([200, 201, 404, 409]).toContain(response.status);
    await delay(2);
  }
}

function byName(people: Iterable<Person>): readonly Person[] {
  return [...people].toSorted((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1));
}
