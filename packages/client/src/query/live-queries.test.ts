import type { ServerResponse } from "node:http";
import { QueryClient, QueryObserver } from "@tanstack/query-core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { valuesOf } from "../index.js";
import { createPeopleClient, peopleList, person, type StoredPerson } from "../people.test.fixture.js";
import { startServer, type ScriptedServer } from "../scripted-server.test.fixture.js";
import { resourceQueries } from "./resource-queries.js";

/** A service whose lists and watches a test writes itself. */
class Service {
  objects: readonly StoredPerson[] = [];
  revision = 1;
  /** Watches that are open, by their field selectors. */
  readonly watches = new Map<string, ServerResponse>();
  /** Revisions that watches began at. */
  readonly begun: (string | null)[] = [];
  refuse = false;

  async start(): Promise<ScriptedServer> {
    return startServer(({ query }, response) => {
      if (query.get("watch") !== "true") {
        return { body: { ...peopleList(this.objects, { resourceVersion: String(this.revision) }), total: 1 } };
      }
      if (this.refuse)
        return { status: 403, body: { type: "about:blank", title: "No", status: 403, code: "Forbidden" } };
      this.begun.push(query.get("resourceVersion"));
      const selector = query.get("fieldSelector") ?? "";
      this.watches.set(selector, response);
      response.on("close", () => this.watches.get(selector) === response && this.watches.delete(selector));
      response.writeHead(200, { "content-type": "application/x-ndjson" }).flushHeaders();
      return undefined;
    });
  }

  send(type: string, object: object, selector = ""): void {
    const line = type === "ERROR" ? { type, object } : { type, resourceVersion: String(++this.revision), object };
    this.watches.get(selector)?.write(`${JSON.stringify(line)}\n`);
  }
}

const reconnect = { initialDelay: "1ms", maxDelay: "4ms" } as const;

describe("following", () => {
  let service: Service;
  let server: ScriptedServer;
  let cache: QueryClient;
  let people: ReturnType<typeof queriesOf>;
  const queriesOf = (baseUrl: string) => resourceQueries(createPeopleClient({ baseUrl, reconnect }));
  const watched = (): string[] => [...service.watches.keys()];

  beforeEach(async () => {
    service = new Service();
    service.objects = [person("ann", 2)];
    server = await service.start();
    cache = new QueryClient();
    people = queriesOf(server.url);
  });
  afterEach(async () => {
    cache.clear();
    await server[Symbol.asyncDispose]();
  });

  /** Versions of ann as a list that is shown has them, now and all that it ever had. */
  function show(): {
    readonly versions: () => (number | undefined)[];
    readonly shown: ReadonlySet<number | undefined>;
    readonly hide: () => void;
  } {
    const observer = new QueryObserver(cache, people.list({ size: 10 }));
    const versions = (): (number | undefined)[] =>
      observer.getCurrentResult().data?.items.map(({ metadata }) => metadata.version) ?? [];
    const shown = new Set<number | undefined>();
    const hide = observer.subscribe(() => {
      for (const version of versions()) shown.add(version);
    });
    return { versions, shown, hide };
  }

  /** Sends a change of bob and waits until the cache has it: then all that was sent before it has arrived, too. */
  async function arrived(selector = ""): Promise<void> {
    const { queryKey } = people.object("bob");
    const version = (cache.getQueryData(queryKey)?.metadata.version ?? 0) + 1;
    cache.setQueryData(queryKey, person("bob", version));
    service.send("MODIFIED", person("bob", version + 1), selector);
    await expect.poll(() => cache.getQueryData(queryKey)?.metadata.version).toBe(version + 1);
  }

  test("begins at the revision it is given, and puts newer states in the place of older ones", async () => {
    const { versions, shown, hide } = show();
    await expect.poll(() => versions()).toEqual([2]);
    const lists = server.received.length;
    const stop = people.follow(cache, {}, "1");
    await expect.poll(() => watched()).toEqual([""]);
    expect(service.begun).toEqual(["1"]);
    expect(server.received).toHaveLength(lists + 1);
    service.objects = [person("ann", 3)];
    service.send("MODIFIED", person("ann", 3));
    await expect.poll(() => versions()).toEqual([3]);
    service.send("MODIFIED", person("ann", 1));
    service.send("ADDED", person("cleo", 7));
    await arrived();
    expect([versions(), [...shown]]).toEqual([[3], [2, 3]]);
    stop();
    hide();
  });

  test("keeps a change that came while an older answer was on its way", async () => {
    let meanwhile: StoredPerson | undefined = person("ann", 3);
    const slow = await startServer(() => {
      if (meanwhile !== undefined) cache.setQueryData(queriesOf(slow.url).object("ann").queryKey, meanwhile);
      return { body: person("ann", 2) };
    });
    const ann = queriesOf(slow.url).object("ann");
    cache.setQueryData(ann.queryKey, person("ann", 1));
    expect((await cache.fetchQuery(ann)).metadata.version).toBe(3);
    expect(cache.getQueryData(ann.queryKey)?.metadata.version).toBe(3);
    // What nobody has changed meanwhile is as the service says, also where that is an older state: it was restored.
    meanwhile = undefined;
    expect((await cache.fetchQuery(ann)).metadata.version).toBe(2);
    await slow[Symbol.asyncDispose]();
  });

  test("fetches everything again where its revision has expired, and goes on from the newest", async () => {
    const { versions, hide } = show();
    await expect.poll(() => versions()).toEqual([2]);
    const stop = people.follow(cache, {}, "1");
    await expect.poll(() => watched()).toEqual([""]);
    service.objects = [person("ann", 7)];
    service.revision = 40;
    service.send("ERROR", { type: "about:blank", title: "Expired", status: 410, code: "Expired" });
    await vi.waitFor(() => expect(versions()).toEqual([7]), { timeout: 5_000 });
    await expect.poll(() => service.begun).toEqual(["1", "40"]);
    stop();
    hide();
  });

  test("is refused for the values of other objects, whose changes it would not see", () => {
    const where = { "metadata.name": { in: valuesOf(createPeopleClient({ baseUrl: server.url }), "spec.name") } };
    expect(() => people.follow(cache, { where })).toThrow("A live list cannot select by valuesOf(…)");
  });

  test("tries again what is refused", async () => {
    service.refuse = true;
    const stop = people.follow(cache, {}, "1");
    await expect.poll(() => server.received.length).toBeGreaterThan(0);
    service.refuse = false;
    await vi.waitFor(() => expect(watched()).toEqual([""]), { timeout: 5_000 });
    stop();
    await expect.poll(() => watched()).toEqual([]);
  });

  test("shares a selection's watch, keeps it for whoever comes back at once, and ends it after the last", async () => {
    const where = { "spec.age": { gte: 18 } };
    const first = people.follow(cache, { where }, "1");
    first();
    const second = people.follow(cache, { where }, "1");
    const third = people.follow(cache, { where: { "spec.age": { gte: 18 } } }, "1");
    await expect.poll(() => watched()).toEqual(["spec.age>=18"]);
    second();
    second();
    await arrived("spec.age>=18");
    expect([watched(), service.begun]).toEqual([["spec.age>=18"], ["1"]]);
    third();
    await expect.poll(() => watched()).toEqual([]);
  });

  test("watches two selections by themselves, and all of more than two at once", async () => {
    const follow = (age: number): (() => void) => people.follow(cache, { where: { "spec.age": age } }, "1");
    const [first, second] = [follow(1), follow(2)];
    await expect.poll(() => watched()).toEqual(["spec.age=1", "spec.age=2"]);
    const third = follow(3);
    await expect.poll(() => watched()).toEqual([""]);
    third();
    await expect.poll(() => watched().toSorted()).toEqual(["spec.age=1", "spec.age=2"]);
    first();
    second();
    await expect.poll(() => watched()).toEqual([]);
  });
});
