import { describe, expect, test, vi } from "vitest";
import { collection, createPeopleClient, peopleList, person, stateOf } from "./people.test.fixture.js";
import { startServer, type Answer, type Script } from "./scripted-server.test.fixture.js";

/** Runs `use` with a client of a server that gives every request the same answer, and returns the request it received. */
async function requestOf(
  use: (people: ReturnType<typeof createPeopleClient>) => Promise<unknown>,
  answer: Answer = { body: person("ann") },
) {
  const script: Script = () => answer;
  await using server = await startServer(script);
  const result = await use(createPeopleClient({ baseUrl: server.url }));
  const [received] = server.received;
  if (!received) throw new Error("No request came");
  return { ...received, query: received.query.toString(), result };
}

describe("objects", () => {
  test("get", async () => {
    const request = await requestOf((people) => people.get("ann"));
    expect(request).toMatchObject({ method: "GET", path: `${collection}/ann`, body: undefined });
    expect(request.headers["accept"]).toBe("application/json");
    expect(request.result).toEqual(person("ann"));
  });

  test("get escapes what is no name", async () => {
    const request = await requestOf((people) => people.get("a/b?c"));
    expect(request.path).toBe(`${collection}/a%2Fb%3Fc`);
  });

  test.each(["", ".", ".."])("a name that would make another address is refused: %j", async (name) => {
    await using server = await startServer(() => ({ body: person("ann") }));
    const people = createPeopleClient({ baseUrl: server.url });
    const calls = [people.get(name), people.delete(name), people.update(name, {}), people.status.update(name, {})];
    for (const call of calls) await expect(call).rejects.toThrow(RangeError);
    await expect(people.replace({ metadata: { name }, spec: { name } })).rejects.toThrow(
      "is not the name of an object",
    );
    expect(server.received).toEqual([]);
  });

  test("a mistake in the arguments rejects, as a refusal does", async () => {
    const people = createPeopleClient({ baseUrl: "http://127.0.0.1:1" });
    const calls = [people.list({ where: { "spec.age": {} } }), people.deleteMany({ labels: { "a/b": {} } })];
    for (const call of calls) await expect(call).rejects.toThrow("is empty");
  });

  test.each([
    [304, {}, true],
    [404, { type: "about:blank", title: "Not found", status: 404, code: "NotFound" }, false],
  ])("exists: %i", async (status, body, result) => {
    const request = await requestOf((people) => people.exists("ann"), { status, body });
    expect(request).toMatchObject({ method: "GET", path: `${collection}/ann`, result });
    expect(request.headers["if-none-match"]).toBe("*");
  });

  test("exists: a 404 that the service did not say is an error", async () => {
    const elsewhere = requestOf((people) => people.exists("ann"), { status: 404, body: "<html>" });
    await expect(elsewhere).rejects.toMatchObject({ code: "UnexpectedResponse" });
  });

  test("create says what it is", async () => {
    const answer = { status: 201, body: person("ann") };
    const request = await requestOf(
      (people) => people.create({ metadata: { name: "ann" }, spec: { name: "Ann" } }),
      answer,
    );
    expect(request).toMatchObject({
      method: "POST",
      path: collection,
      body: {
        apiVersion: "people.example.com/v1alpha1",
        kind: "Person",
        metadata: { name: "ann" },
        spec: { name: "Ann" },
      },
    });
    expect(request.headers["content-type"]).toBe("application/json");
    expect(request.result).toEqual(person("ann"));
  });

  test.each<[{ metadata?: { generateName?: string; labels: Record<string, string> } }, RegExp]>([
    [{ metadata: { generateName: "ann-", labels: { "a.b/c": "d" } } }, /^ann-[a-z0-9]{8}$/],
    [{ metadata: { labels: { "a.b/c": "d" } } }, /^person-[a-z0-9]{8}$/],
    [{}, /^person-[a-z0-9]{8}$/],
  ])("create makes the whole name: %j", async (named, name) => {
    const request = await requestOf((people) => people.create({ ...named, spec: { name: "Ann" } }));
    const { labels } = named.metadata ?? {};
    const metadata = { ...(labels && { labels }), name: expect.stringMatching(name) as string };
    expect(request.body).toMatchObject({ metadata });
    expect((request.body as { metadata: object }).metadata).not.toHaveProperty("generateName");
  });

  test("replace sends what was read, version and all", async () => {
    const request = await requestOf((people) => people.replace(person("ann", 7)));
    expect(request).toMatchObject({ method: "PUT", path: `${collection}/ann`, body: person("ann", 7) });
    expect(request.headers["if-match"]).toBeUndefined();
  });

  test("replace, if the version matches", async () => {
    const object = { metadata: { name: "ann" }, spec: { name: "Ann" } };
    const request = await requestOf((people) => people.replace(object, { ifMatch: stateOf("ann", 7) }));
    expect(request.headers["if-match"]).toBe('"uid-of-ann.7"');
  });

  const problem = (status: number, code: string) => ({
    status,
    body: { type: "about:blank", title: code, status, code, currentVersion: 9 },
  });

  test.each(["Conflict", "PreconditionFailed"])("update by a function starts over after a %s", async (code) => {
    let version = 6;
    await using server = await startServer(({ method }) => {
      if (method === "GET") return { body: person("ann", ++version) };
      return version < 9 ? problem(code === "Conflict" ? 409 : 412, code) : { body: person("ann", version) };
    });
    const seen: number[] = [];
    const updated = await createPeopleClient({ baseUrl: server.url }).update("ann", ({ metadata, spec }) => {
      seen.push(metadata.version);
      return { metadata: { name: metadata.name }, spec };
    });
    expect(updated).toEqual(person("ann", 9));
    expect(seen).toEqual([7, 8, 9]);
    const writes = server.received.filter(({ method }) => method === "PUT");
    expect(writes.map(({ headers }) => headers["if-match"])).toEqual([7, 8, 9].map((read) => `"uid-of-ann.${read}"`));
  });

  test("update by a function sends an object that the function changed in place", async () => {
    await using server = await startServer(() => ({ body: person("ann", 3) }));
    await createPeopleClient({ baseUrl: server.url }).update("ann", (ann) => {
      ann.spec.age = 7;
    });
    expect(server.received.at(-1)?.body).toEqual({ ...person("ann", 3), spec: { ...person("ann").spec, age: 7 } });
  });

  test("update by a function gives up in the end, and at once with ifMatch, or where another reason refuses it", async () => {
    await using busy = await startServer(({ method }) =>
      method === "GET" ? { body: person("ann") } : problem(409, "Conflict"),
    );
    let now = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 1000));
    const call = createPeopleClient({ baseUrl: busy.url }).update("ann", (ann) => ann);
    await expect(call).rejects.toMatchObject({ code: "Conflict", currentVersion: 9 });
    clock.mockRestore();
    const puts = (): number => busy.received.filter(({ method }) => method === "PUT").length;
    const before = puts();
    expect(before).toBeGreaterThan(2);
    const once = createPeopleClient({ baseUrl: busy.url }).update("ann", (ann) => ann, { ifMatch: stateOf("ann", 1) });
    await expect(once).rejects.toMatchObject({ code: "Conflict" });
    expect(puts()).toBe(before + 1);
    await using strict = await startServer(({ method }) =>
      method === "GET" ? { body: person("ann") } : problem(422, "Invalid"),
    );
    const people = createPeopleClient({ baseUrl: strict.url });
    await expect(people.update("ann", (ann) => ann)).rejects.toMatchObject({ code: "Invalid" });
    await expect(people.update("ann", () => person("bob"))).rejects.toThrow("The change of ann returned bob");
    expect(strict.received.filter(({ method }) => method === "PUT")).toHaveLength(1);
  });

  test("apply merges into what is there", async () => {
    const request = await requestOf((people) => people.apply({ metadata: { name: "ann" }, spec: { name: "Ann" } }));
    expect(request).toMatchObject({ method: "PATCH", path: `${collection}/ann` });
    expect(request.headers["content-type"]).toBe("application/merge-patch+json");
    expect(request.body).toEqual({ metadata: { name: "ann" }, spec: { name: "Ann" } });
  });

  test("apply creates what is not there, and merges where somebody was faster", async () => {
    const answers = [problem(404, "NotFound"), problem(409, "AlreadyExists"), { body: person("ann") }];
    await using server = await startServer(() => answers.shift());
    const applied = await createPeopleClient({ baseUrl: server.url }).apply({
      metadata: { name: "ann" },
      spec: { name: "Ann" },
    });
    expect(applied).toEqual(person("ann"));
    expect(server.received.map(({ method }) => method)).toEqual(["PATCH", "POST", "PATCH"]);
  });

  test("update with changes is a merge patch", async () => {
    const request = await requestOf((people) =>
      people.update("ann", { spec: { age: null } }, { ifMatch: stateOf("ann", 2) }),
    );
    expect(request).toMatchObject({ method: "PATCH", path: `${collection}/ann`, body: { spec: { age: null } } });
    expect(request.headers["content-type"]).toBe("application/merge-patch+json");
    expect(request.headers["if-match"]).toBe('"uid-of-ann.2"');
  });

  test("patch with a JSON Patch", async () => {
    const patch = [{ op: "remove", path: "/spec/age" }] as const;
    const request = await requestOf((people) => people.patch("ann", patch));
    expect(request.body).toEqual(patch);
    expect(request.headers["content-type"]).toBe("application/json-patch+json");
  });

  test("delete", async () => {
    const request = await requestOf((people) => people.delete("ann", { ifMatch: stateOf("ann", 2) }));
    expect(request).toMatchObject({
      method: "DELETE",
      path: `${collection}/ann`,
      body: undefined,
      result: person("ann"),
    });
    expect(request.headers["if-match"]).toBe('"uid-of-ann.2"');
  });
});

describe("status", () => {
  test("update by a function sends the name and the status alone", async () => {
    await using server = await startServer(() => ({ body: person("ann", 4) }));
    const { status } = createPeopleClient({ baseUrl: server.url });
    await status.update("ann", ({ spec }) => ({ greeting: `Hello, ${spec.name}` }));
    const put = server.received.at(-1);
    expect(put).toMatchObject({ method: "PUT", path: `${collection}/ann/status` });
    expect(put?.headers["if-match"]).toBe('"uid-of-ann.4"');
    expect(put?.body).toEqual({
      apiVersion: "people.example.com/v1alpha1",
      kind: "Person",
      metadata: { name: "ann" },
      status: { greeting: `Hello, ${person("ann").spec.name}` },
    });
  });

  test("update with changes is a merge patch", async () => {
    const request = await requestOf((people) => people.status.update("ann", { greeting: null }));
    expect(request).toMatchObject({
      method: "PATCH",
      path: `${collection}/ann/status`,
      body: { status: { greeting: null } },
    });
  });
});

describe("lists", () => {
  const answer = { body: peopleList([person("ann")], { resourceVersion: "12" }) };

  test("without options ask for everything", async () => {
    const request = await requestOf((people) => people.list(), answer);
    expect(request).toMatchObject({ method: "GET", path: collection, query: "" });
    expect(request.result).toEqual(answer.body);
  });

  test("write selectors, sort and window into the query", async () => {
    const request = await requestOf(
      (people) =>
        people.list({
          where: { "spec.age": { gte: 18, lt: 65 }, "spec.tags": { in: ["a", "b,c"] }, "spec.name": "Ann" },
          labels: { "example.com/tier": "gold", "example.com/old": { exists: false } },
          sort: ["-spec.age", "metadata.name"],
          page: 2,
          size: 20,
          total: false,
        }),
      answer,
    );
    expect([...new URLSearchParams(request.query)]).toEqual([
      ["labelSelector", "example.com/tier=gold,!example.com/old"],
      ["fieldSelector", 'spec.age>=18,spec.age<65,spec.tags=(a,"b,c"),spec.name=Ann'],
      ["sort", "spec.age,desc"],
      ["sort", "metadata.name,asc"],
      ["page", "2"],
      ["size", "20"],
      ["total", "none"],
    ]);
  });

  test("aggregates name functions and groups, and select as a list does", async () => {
    const aggregate = { body: { apiVersion: "people.example.com/v1alpha1", kind: "PersonAggregate", groups: [] } };
    const everything = await requestOf((people) => people.aggregate(), aggregate);
    expect([everything.path, everything.query, everything.result]).toEqual([
      collection,
      "aggregate=count",
      aggregate.body,
    ]);
    const { query } = await requestOf(
      (people) =>
        people.aggregate({
          where: { "spec.age": { gte: 18 } },
          labels: { "a.b/c": "x" },
          groupBy: ["spec.gender", "day(spec.born)"],
          sum: "spec.age",
          max: ["spec.name", "spec.bytes"],
        }),
      aggregate,
    );
    expect([...new URLSearchParams(query)]).toEqual([
      ["labelSelector", "a.b/c=x"],
      ["fieldSelector", "spec.age>=18"],
      ["aggregate", "count"],
      ["aggregate", "sum(spec.age)"],
      ["aggregate", "max(spec.name)"],
      ["aggregate", "max(spec.bytes)"],
      ["groupBy", "spec.gender"],
      ["groupBy", "day(spec.born)"],
    ]);
  });

  test("walk by limit", async () => {
    const request = await requestOf((people) => people.list({ limit: 10, cursor: "a+b/=" }), answer);
    expect([...new URLSearchParams(request.query)]).toEqual([
      ["limit", "10"],
      ["continue", "a+b/="],
    ]);
  });

  test("count a walk where it is asked for", async () => {
    const request = await requestOf((people) => people.list({ limit: 10, total: true }), answer);
    expect(request.query).toBe("limit=10&total=exact");
  });

  test("deleting a collection selects as a list does", async () => {
    const request = await requestOf((people) => people.deleteMany({ where: { "spec.age": { lt: 18 } } }), answer);
    expect(request).toMatchObject({ method: "DELETE", path: collection, query: "fieldSelector=spec.age%3C18" });
  });

  test("deleting by conditions that turn out empty is not deleting everything", async () => {
    const request = await requestOf((people) => people.deleteMany({ where: {}, labels: {} }), answer);
    expect(request.query).toBe("labelSelector=&fieldSelector=");
    expect((await requestOf((people) => people.deleteMany({}), answer)).query).toBe("");
  });

  test("deleting by conditions that are undefined is refused, and nothing is sent", async () => {
    await using server = await startServer(() => answer);
    const people = createPeopleClient({ baseUrl: server.url });
    // Types forbid this only where `exactOptionalPropertyTypes` is on.
    for (const given of [
      { where: undefined },
      { labels: undefined },
      { where: { "spec.age": 3 }, labels: undefined },
    ]) {
      await expect(people.deleteMany(given as object)).rejects.toThrow(/is undefined\. Leave it out/);
    }
    expect(server.received).toEqual([]);
  });

  test("each follows cursors to the end", async () => {
    const pages = new Map([
      [null, peopleList([person("a"), person("b")], { resourceVersion: "1", continue: "2nd" })],
      ["2nd", peopleList([person("c")], { resourceVersion: "1", continue: "3rd" })],
      ["3rd", peopleList([], { resourceVersion: "1" })],
    ]);
    await using server = await startServer(({ query }) => ({ body: pages.get(query.get("continue")) }));
    const names: string[] = [];
    for await (const { metadata } of createPeopleClient({ baseUrl: server.url }).each({
      sort: ["spec.age"],
      limit: 2,
    })) {
      names.push(metadata.name);
    }
    expect(names).toEqual(["a", "b", "c"]);
    expect(server.received.map(({ query }) => query.toString())).toEqual([
      "sort=spec.age%2Casc&limit=2&total=none",
      "sort=spec.age%2Casc&limit=2&continue=2nd&total=none",
      "sort=spec.age%2Casc&limit=2&continue=3rd&total=none",
    ]);
  });

  test("each asks for no more than is taken", async () => {
    await using server = await startServer(() => ({
      body: peopleList([person("a"), person("b")], { resourceVersion: "1", continue: "more" }),
    }));
    for await (const { metadata } of createPeopleClient({ baseUrl: server.url }).each()) {
      if (metadata.name === "a") break;
    }
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.query.get("limit")).toBe("500");
  });
});
