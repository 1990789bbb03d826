import type { ProblemDetails } from "@cmgen/model";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ApiProblem } from "./api-problem.js";
import { collection, createPeopleClient, person, type PeopleClient } from "./people.test.fixture.js";
import { startServer } from "./scripted-server.test.fixture.js";

const conflict: ProblemDetails = {
  type: "urn:cmgen:problem:Conflict",
  title: "The object has changed in the meantime",
  status: 409,
  detail: "ann has version 5, not 4",
  code: "Conflict",
  currentVersion: 5,
};

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`Resolved to ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

describe("refusals", () => {
  test("become an ApiProblem with what the service said", async () => {
    await using server = await startServer(() => ({
      status: 409,
      headers: { "content-type": "application/problem+json" },
      body: conflict,
    }));
    const error = await rejection(createPeopleClient({ baseUrl: server.url }).replace(person("ann", 4)));
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({
      name: "ApiProblem",
      message: "ann has version 5, not 4",
      code: "Conflict",
      status: 409,
      currentVersion: 5,
      errors: [],
      problem: conflict,
    });
    expect(error).not.toHaveProperty("owner");
  });

  test("carry the members of their code", async () => {
    const members = { index: "spec.name", value: "Ann", owner: "ann" };
    const taken = { type: "about:blank", title: "Taken", status: 409, code: "DuplicateIndexValue", ...members };
    await using server = await startServer(() => ({ status: 409, headers: { "retry-after": "7" }, body: taken }));
    const error = await rejection(createPeopleClient({ baseUrl: server.url }).replace(person("bob")));
    expect(error).toMatchObject({ code: "DuplicateIndexValue", ...members, retryAfterMs: 7000 });
  });

  test("carry every cause", async () => {
    const errors = [{ path: "/spec/age", code: "maximum", message: "must be 150 or less" }];
    const invalid: ProblemDetails = { type: "about:blank", title: "Invalid", status: 422, code: "Invalid", errors };
    await using server = await startServer(() => ({ status: 422, body: invalid }));
    const error = await rejection(createPeopleClient({ baseUrl: server.url }).get("ann"));
    expect(error).toMatchObject({ code: "Invalid", message: "Invalid", errors });
    expect(error).not.toHaveProperty("currentVersion");
  });

  test("say several causes in the message, the first ten of them", async () => {
    const cause = (at: number) => ({ path: `/spec/tags/${at}`, code: "maxLength", message: "is too long" });
    const detail = "The object breaks 12 rules.";
    const errors = Array.from({ length: 12 }, (_, at) => cause(at));
    const invalid = { type: "about:blank", title: "Invalid", status: 422, code: "Invalid", detail, errors };
    await using server = await startServer(() => ({ status: 422, body: invalid }));
    const error = (await rejection(createPeopleClient({ baseUrl: server.url }).get("ann"))) as ApiProblem;
    const lines = error.message.split("\n  ");
    expect(lines.slice(0, 2)).toEqual([detail, "/spec/tags/0 is too long"]);
    expect(lines.slice(-2)).toEqual(["/spec/tags/9 is too long", "and 2 more"]);
    expect(error.errors).toHaveLength(12);
  });

  test.each([
    ["a proxy's page", 502, "<html>Bad Gateway</html>"],
    ["a problem with a code there is not", 418, { title: "Teapot", status: 418, code: "Teapot" }],
    ["JSON of another service", 404, { message: "not here" }],
    ["text where an object should be", 200, "hello"],
    ["a number where an object should be", 200, 3],
    ["nothing where an object should be", 200, undefined],
  ])("from elsewhere are UnexpectedResponse: %s", async (_what, status, body) => {
    await using server = await startServer(() => ({ status, body }));
    const people = createPeopleClient({ baseUrl: server.url, retry: { attempts: 1 } });
    const error = await rejection(people.get("ann"));
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({
      code: "UnexpectedResponse",
      status,
      url: expect.stringContaining("/people/ann") as string,
    });
  });

  test("an UnexpectedResponse says where it came from and how it begins", async () => {
    await using server = await startServer(() => ({ status: 502, body: "<html>Bad Gateway</html>" }));
    const url = `${server.url}${collection}/ann`;
    const people = createPeopleClient({ baseUrl: server.url, retry: { attempts: 1 } });
    expect(await rejection(people.get("ann"))).toMatchObject({
      code: "UnexpectedResponse",
      excerpt: "<html>Bad Gateway</html>",
      message: `${url} answered 502, but the answer is not from a cmgen service: it begins with "<html>Bad Gateway</html>"`,
    });
    expect(await rejection(people.list({ where: { "spec.name": "Ann" } }))).toMatchObject({
      url: `${server.url}${collection}?fieldSelector=spec.name%3DAnn`,
      message: expect.stringContaining(`${server.url}${collection} answered 502`) as string,
    });
    const nowhere = createPeopleClient({ baseUrl: "", fetch: async () => new Response("", { status: 404 }) });
    expect(await rejection(nowhere.get("ann"))).toMatchObject({
      message: 'The service answered 404, but the answer is not from a cmgen service: it begins with ""',
    });
  });

  test("that never come are a NetworkError, which says whose", async () => {
    const server = await startServer(() => ({}));
    await server[Symbol.asyncDispose]();
    const people = createPeopleClient({ baseUrl: server.url, retry: { attempts: 1 } });
    const error = await rejection(people.list({ where: { "spec.name": "Ann" } }));
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({ code: "NetworkError", status: 0, cause: expect.any(TypeError) as TypeError });
    expect(String(error)).toBe(
      `ApiProblem: No answer from ${server.url}${collection}: connect ECONNREFUSED ${new URL(server.url).host}`,
    );
  });

  test("that break off are a NetworkError too", async () => {
    await using server = await startServer((_received, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write("{", () => response.destroy());
      return undefined;
    });
    const people = createPeopleClient({ baseUrl: server.url, retry: { attempts: 2, initialDelay: "1ms" } });
    expect(await rejection(people.get("ann"))).toMatchObject({ code: "NetworkError" });
    expect(server.received).toHaveLength(2);
  });

  test("that take too long are a Timeout, repetitions included", async () => {
    await using server = await startServer(() => undefined);
    // The clock stands still until the request is there, however long the machine takes for that.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const people = createPeopleClient({ baseUrl: server.url, timeout: "1m" });
    const call = rejection(people.get("ann", { timeout: "30ms" }));
    await expect.poll(() => server.received).toHaveLength(1);
    vi.advanceTimersByTime(30);
    const error = await call;
    expect(error).toMatchObject({ code: "Timeout", status: 0 });
    expect(String(error)).toContain(`${collection}/ann within 30ms`);
    expect(server.received).toHaveLength(1);
    vi.useRealTimers();
    const busy = { status: 503, headers: { "retry-after": "5" }, body: "" };
    await using waiting = await startServer(() => busy);
    const slow = createPeopleClient({ baseUrl: waiting.url, timeout: "50ms" });
    expect(await rejection(slow.get("ann"))).toMatchObject({ code: "Timeout" });
  });

  test("a time that is not a duration is refused", async () => {
    const people = createPeopleClient({ baseUrl: "http://127.0.0.1:1" });
    for (const timeout of [50, "50", "50 ms", "-1s"])
      await expect(people.get("ann", { timeout } as never)).rejects.toThrow(
        new RangeError(`${JSON.stringify(timeout)} is not a duration, such as "10s"`),
      );
  });
});

describe("options", () => {
  test("headers: those of the client, asked for each time, under those of the call", async () => {
    await using server = await startServer(() => ({ body: person("ann") }));
    let token = 0;
    const people = createPeopleClient({
      baseUrl: server.url,
      headers: async () => ({ Authorization: `Bearer ${++token}`, "X-One": "client" }),
    });
    await people.get("ann");
    await people.get("ann", { headers: { "x-one": "call" } });
    expect(server.received.map(({ headers }) => [headers["authorization"], headers["x-one"]])).toEqual([
      ["Bearer 1", "client"],
      ["Bearer 2", "call"],
    ]);
  });

  test("token: asked for each time, under an authorization header of the caller's", async () => {
    await using server = await startServer(() => ({ body: person("ann") }));
    let asked = 0;
    await createPeopleClient({ baseUrl: server.url, token: "fixed" }).get("ann");
    const people = createPeopleClient({ baseUrl: server.url, token: async () => `t${++asked}` });
    await people.get("ann");
    await people.get("ann", { headers: { Authorization: "Basic x" } });
    const sent = server.received.map(({ headers }) => headers["authorization"]);
    expect(sent).toEqual(["Bearer fixed", "Bearer t1", "Basic x"]);
  });

  test("static headers", async () => {
    await using server = await startServer(() => ({ body: person("ann") }));
    await createPeopleClient({ baseUrl: server.url, headers: { "x-one": "1" } }).get("ann");
    expect(server.received[0]?.headers["x-one"]).toBe("1");
  });

  test.each(["", "/"])("baseUrl may have a path, ending in %j", async (end) => {
    await using server = await startServer(() => ({ body: person("ann") }));
    await createPeopleClient({ baseUrl: `${server.url}/proxy${end}` }).get("ann");
    await createPeopleClient({ baseUrl: new URL(`${server.url}/proxy${end}`) }).get("ann");
    for (const { path } of server.received) expect(path).toBe("/proxy/apis/people.example.com/v1alpha1/people/ann");
  });

  test("fetch", async () => {
    await using server = await startServer(() => ({ body: person("ann") }));
    const urls: string[] = [];
    const people = createPeopleClient({
      baseUrl: server.url,
      fetch: (url, init) => {
        urls.push(url);
        return fetch(url, init);
      },
    });
    await people.get("ann");
    expect(urls).toEqual([`${server.url}/apis/people.example.com/v1alpha1/people/ann`]);
  });

  test("signal aborts the request, with its reason", async () => {
    await using server = await startServer(() => undefined);
    const controller = new AbortController();
    const call = rejection(createPeopleClient({ baseUrl: server.url }).get("ann", { signal: controller.signal }));
    await expect.poll(() => server.received).toHaveLength(1);
    controller.abort(new Error("no longer wanted"));
    expect(await call).toMatchObject({ message: "no longer wanted" });
  });
});

describe("retry", () => {
  const busy = { type: "about:blank", title: "Too many requests", status: 429, code: "TooManyRequests" };
  const notReady = { type: "about:blank", title: "Not ready", status: 503, code: "NotReady" };

  test.each([busy, notReady])("a GET refused with $code and Retry-After is sent again", async (problem) => {
    let times = 0;
    await using server = await startServer(() =>
      ++times < 3
        ? { status: problem.status, headers: { "retry-after": "0" }, body: problem }
        : { body: person("ann") },
    );
    expect(await createPeopleClient({ baseUrl: server.url }).get("ann")).toEqual(person("ann"));
    expect(server.received).toHaveLength(3);
  });

  test("gives up after the attempts there are", async () => {
    await using server = await startServer(() => ({ status: 503, headers: { "retry-after": "0" }, body: notReady }));
    const people = createPeopleClient({ baseUrl: server.url, retry: { attempts: 2 } });
    expect(await rejection(people.get("ann"))).toMatchObject({ code: "NotReady" });
    expect(server.received).toHaveLength(2);
  });

  test.each([
    ["with a Retry-After that is too far away", 503, { "retry-after": "3600" }],
    ["of another status", 500, { "retry-after": "0" }],
  ])("not %s", async (_what, status, headers) => {
    const problem = { ...notReady, status, code: status === 500 ? "InternalError" : "NotReady" };
    await using server = await startServer(() => ({ status, headers, body: problem }));
    expect(await rejection(createPeopleClient({ baseUrl: server.url }).get("ann"))).toMatchObject({ status });
    expect(server.received).toHaveLength(1);
  });

  const quick = { attempts: 3, initialDelay: "1ms" } as const;

  test.each([
    ["without Retry-After", { status: 503, body: notReady }],
    ["with one that cannot be read", { status: 503, headers: { "retry-after": "soon" }, body: notReady }],
    ["by a proxy", { status: 502, body: "<html>" }],
  ])("a GET refused %s is sent again after a wait of our own", async (_what, answer) => {
    await using server = await startServer(() => answer);
    const people = createPeopleClient({ baseUrl: server.url, retry: quick });
    expect(await rejection(people.get("ann"))).toMatchObject({ status: answer.status });
    expect(server.received).toHaveLength(3);
  });

  const { version: _, ...unversioned } = person("ann").metadata;

  test.each([
    ["create", 1, 3],
    ["delete", 1, 3],
    ["patch", 1, 3],
    ["update", 1, 3],
    ["replace", 1, 3],
    ["replace of any version", 3, 3],
  ])("%s is sent %i times where it may have been carried out, %i where not", async (name, unknown, refused) => {
    const calls: Record<string, (people: PeopleClient) => Promise<unknown>> = {
      create: (people) => people.create(person("ann")),
      delete: (people) => people.delete("ann"),
      patch: (people) => people.patch("ann", []),
      update: (people) => people.update("ann", {}),
      replace: (people) => people.replace(person("ann")),
      "replace of any version": (people) => people.replace({ ...person("ann"), metadata: unversioned }),
    };
    for (const [answer, times] of [
      [{ status: 503, body: notReady }, unknown],
      [{ status: 429, body: busy }, refused],
    ] as const) {
      await using server = await startServer(() => answer);
      await rejection(calls[name]!(createPeopleClient({ baseUrl: server.url, retry: quick })));
      expect(server.received).toHaveLength(times);
    }
  });

  test("the caller may say that a method is always repeated", async () => {
    await using server = await startServer(() => ({ status: 503, headers: { "retry-after": "0" }, body: notReady }));
    await rejection(
      createPeopleClient({ baseUrl: server.url, retry: { methods: ["DELETE"], attempts: 2 } }).delete("ann"),
    );
    expect(server.received).toHaveLength(2);
  });

  test("waits as long as it is asked to, and an abort ends the wait", async () => {
    await using server = await startServer(() => ({ status: 503, headers: { "retry-after": "5" }, body: notReady }));
    const controller = new AbortController();
    const call = rejection(createPeopleClient({ baseUrl: server.url }).get("ann", { signal: controller.signal }));
    await expect.poll(() => server.received).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort(new Error("enough"));
    expect(await call).toMatchObject({ message: "enough" });
    expect(server.received).toHaveLength(1);
  });
});
