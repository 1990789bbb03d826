import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { valuesOf } from "./index.js";
import { createPeopleClient, peopleList, person, type StoredPerson } from "./people.test.fixture.js";
import { startServer, type ScriptedServer } from "./scripted-server.test.fixture.js";

const reconnect = { initialDelay: "1ms", maxDelay: "4ms" } as const;
const expired = { type: "about:blank", title: "Expired", status: 410, code: "Expired" };

const aged = (name: string, age: number, version = 1): StoredPerson => ({
  ...person(name, version),
  spec: { name, age, tags: [`tag-${age}`, "all"] },
});

/** A service whose list and watch a test writes itself. */
class Service {
  objects: readonly StoredPerson[] = [];
  #watch: ServerResponse | undefined;
  #revision = 1;

  async start(): Promise<ScriptedServer> {
    return startServer(({ query }, response) => {
      if (query.get("watch") !== "true")
        return { body: peopleList(this.objects, { resourceVersion: String(this.#revision) }) };
      response.writeHead(200, { "content-type": "application/x-ndjson" }).flushHeaders();
      this.#watch = response;
      return undefined;
    });
  }

  async send(type: string, object: StoredPerson): Promise<void> {
    await this.#line({ type, resourceVersion: String(++this.#revision), object });
  }

  async expire(): Promise<void> {
    await this.#line({ type: "ERROR", object: expired });
    this.#watch?.end();
    this.#watch = undefined;
  }

  async #line(line: object): Promise<void> {
    await expect.poll(() => this.#watch).toBeDefined();
    this.#watch?.write(`${JSON.stringify(line)}\n`);
  }
}

const namesOf = (objects: readonly StoredPerson[]): string[] => objects.map(({ metadata }) => metadata.name);

describe("cache", () => {
  test("holds what is listed, and follows what changes", async () => {
    const service = new Service();
    service.objects = [aged("bob", 3), aged("ann", 5)];
    await using server = await service.start();
    const cache = createPeopleClient({ baseUrl: server.url, reconnect }).cache({ where: { "spec.age": { gt: 1 } } });
    expect(cache.list()).toEqual([]);
    await cache.ready;
    expect(namesOf(cache.list())).toEqual(["ann", "bob"]);
    expect(cache.get("ann")).toEqual(aged("ann", 5));
    expect(server.received[0]?.query.get("fieldSelector")).toBe("spec.age>1");
    const before = cache.list();
    expect(cache.list()).toBe(before);
    await service.send("ADDED", aged("cleo", 5));
    await service.send("MODIFIED", aged("ann", 6, 2));
    await service.send("DELETED", aged("bob", 3, 2));
    await expect.poll(() => namesOf(cache.list())).toEqual(["ann", "cleo"]);
    expect(cache.get("ann")?.spec.age).toBe(6);
    expect(cache.get("bob")).toBeUndefined();
    cache.close();
  });

  test("finds by the values of its indexes", async () => {
    const service = new Service();
    service.objects = [aged("bob", 3), aged("ann", 5), person("cleo")];
    await using server = await service.start();
    const cache = createPeopleClient({ baseUrl: server.url, reconnect }).cache({
      indexes: { age: ({ spec }) => spec.age, tag: ({ spec }) => spec.tags },
    });
    await cache.ready;
    expect(namesOf(cache.find("age", 5))).toEqual(["ann"]);
    expect(namesOf(cache.find("tag", "all"))).toEqual(["ann", "bob"]);
    expect(cache.find("age", 7)).toEqual([]);
    await service.send("MODIFIED", aged("ann", 7, 2));
    await expect.poll(() => namesOf(cache.find("age", 7))).toEqual(["ann"]);
    expect(cache.find("age", 5)).toEqual([]);
    expect(cache.find("tag", "tag-5")).toEqual([]);
    // @ts-expect-error no index of the cache
    expect(() => cache.find("name", "ann")).toThrow('no index "name"');
    cache.close();
  });

  test("lists again where the revision has expired, and leaves alone what is the same", async () => {
    const service = new Service();
    service.objects = [aged("ann", 5), aged("bob", 3), aged("cleo", 1)];
    await using server = await service.start();
    const cache = createPeopleClient({ baseUrl: server.url, reconnect }).cache();
    await cache.ready;
    const [ann] = cache.list();
    service.objects = [aged("ann", 5), aged("bob", 4, 2), aged("dora", 2)];
    await service.expire();
    await expect.poll(() => namesOf(cache.list())).toEqual(["ann", "bob", "dora"]);
    expect(cache.get("ann")).toBe(ann);
    expect(cache.get("bob")?.spec.age).toBe(4);
    cache.close();
  });

  test("does not go back to states from before its list", async () => {
    const service = new Service();
    service.objects = [aged("ann", 5, 3)];
    await using server = await service.start();
    const cache = createPeopleClient({ baseUrl: server.url, reconnect }).cache();
    await cache.ready;
    const seen: (number | undefined)[] = [];
    cache.subscribe(() => seen.push(cache.get("ann")?.spec.age));
    await service.send("MODIFIED", aged("ann", 4, 2));
    await service.send("DELETED", aged("ann", 4, 2));
    await service.send("MODIFIED", aged("ann", 5, 3));
    await expect.poll(() => seen).toHaveLength(3);
    expect(seen).toEqual([5, 5, 5]);
    cache.close();
  });

  test("tells its listeners until they leave, and why it does not follow", async () => {
    let refuse = true;
    await using server = await startServer(({ query }, response) => {
      if (refuse) return { status: 403, body: { type: "about:blank", title: "No", status: 403, code: "Forbidden" } };
      if (query.has("watch")) response.writeHead(200).flushHeaders();
      else return { body: peopleList([person("ann")], { resourceVersion: "1" }) };
      return undefined;
    });
    const cache = createPeopleClient({ baseUrl: server.url, reconnect }).cache();
    let told = 0;
    const leave = cache.subscribe(() => told++);
    await expect.poll(() => cache.error).toMatchObject({ code: "Forbidden" });
    expect(told).toBeGreaterThan(0);
    refuse = false;
    await cache.ready;
    expect(cache.error).toBeUndefined();
    expect(namesOf(cache.list())).toEqual(["ann"]);
    leave();
    cache.close();
  });

  test("is not of what the values of other objects select, and neither is a watch", async () => {
    await using server = await new Service().start();
    const people = createPeopleClient({ baseUrl: server.url, reconnect });
    const where = { or: [{ "spec.age": 3 }, { "spec.tags": { in: valuesOf(people, "metadata.name") } }] };
    expect(() => people.cache({ where })).toThrow(
      new TypeError("A cache cannot select by valuesOf(…): it would not see when those values change"),
    );
    await expect(people.watch({ where, relist: true }).next()).rejects.toThrow("A watch cannot select by valuesOf(…)");
    expect(server.received).toEqual([]);
    expect(await people.count({ where })).toBeUndefined();
  });

  test("closing it ends its connection and asks for nothing more", async () => {
    let closed = 0;
    const service = new Service();
    await using server = await service.start();
    const cache = createPeopleClient({
      baseUrl: server.url,
      reconnect,
      fetch: async (url, init) => {
        init.signal?.addEventListener("abort", () => closed++);
        return fetch(url, init);
      },
    }).cache();
    await cache.ready;
    await expect.poll(() => server.received).toHaveLength(2);
    cache.close();
    await expect.poll(() => closed).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(server.received).toHaveLength(2);
  });
});
