import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ApiError,
  defineEndpoints,
  get,
  post,
  typed,
  type EndpointSource,
  type Route,
  type RunningServer,
} from "@cmgen/runtime";
import { exchange } from "./exchange.js";
import { peoplePlugin, startPeople } from "./people-server.js";
import { assertProblem } from "./rule.js";

const apiVersion = "api.people.example.com/v1";
const base = `/apis/${apiVersion}`;
let aborted = false;

/** A route made by hand: any path below its own. */
const below: Route = (request, prefix) => {
  const { pathname } = new URL(request.url);
  return pathname.startsWith(`${prefix}/tree/`)
    ? () => new Response(pathname.slice(`${prefix}/tree/`.length))
    : undefined;
};

async function* ticks(count: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count && !signal.aborted; at++) {
    yield Buffer.from(`${at}\n`);
    await delay(5);
  }
  aborted = signal.aborted;
}

const endpoints: EndpointSource = defineEndpoints({
  apiVersion,
  routes: [
    get(
      "/hello/{name}",
      ({ params }) =>
        new Response(`hello ${params.name}`, {
          headers: [
            ["set-cookie", "a=1"],
            ["set-cookie", "b=2"],
          ],
        }),
    ),
    get("/ticks", ({ request }) => new Response(streamOf(ticks(1000, request.signal)))),
    get("/few-ticks", ({ request }) => new Response(streamOf(ticks(5, request.signal)))),
    get("/teapot", () => new Response(null, { status: 418 })),
    get("/refused", () => {
      throw new ApiError("Forbidden", "Not you.");
    }),
    get("/broken", () => Promise.reject(new Error("the inside"))),
    get("/half", () => new Response(streamOf(half()))),
    get("/nothing", () => undefined as unknown as Response),
    post(
      "/upper",
      ({ request }) =>
        new Response(
          request.body
            ?.pipeThrough(new TextDecoderStream())
            .pipeThrough(upperCase())
            .pipeThrough(new TextEncoderStream()),
        ),
    ),
    post("/json", async ({ request }) => Response.json({ got: await request.json() })),
    below,
  ],
});

function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>;
}

async function* half(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("half of it");
  throw new Error("the inside");
}

function upperCase(): TransformStream<string, string> {
  return new TransformStream({ transform: (text, controller) => controller.enqueue(text.toUpperCase()) });
}

it("two endpoints of one method and one form of path do not start: the second would never be reached", async () => {
  const other = (path: string): EndpointSource =>
    defineEndpoints({ apiVersion, routes: [get(path, () => new Response())] });
  const plugins = [{ ...peoplePlugin(), endpoints: [endpoints, other("/hello/{who}")] }];
  await expect(startPeople("sqlite", { plugins })).rejects.toThrow(
    "The plugin people has two endpoints for the same requests: GET /apis/api.people.example.com/v1/hello/{name} and GET /apis/api.people.example.com/v1/hello/{who}.",
  );
});

describe("custom endpoints", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startPeople("sqlite", {
      plugins: [{ ...peoplePlugin(), endpoints: [endpoints] }],
      limits: { maxBodyBytes: 1000 },
    });
  });
  afterAll(() => server.close());
  const at = (path: string, init?: RequestInit): Promise<Response> => fetch(`${server.url}${base}${path}`, init);

  it("answer with what the handler makes: text, cookies, status", async () => {
    const hello = await at("/hello/%C3%A5nn");
    expect([await hello.text(), hello.headers.getSetCookie()]).toEqual(["hello ånn", ["a=1", "b=2"]]);
    expect((await at("/teapot")).status).toBe(418);
  });

  it("take any function for a route", async () => {
    expect(await (await at("/tree/a/b/c")).text()).toBe("a/b/c");
  });

  it("stream both ways", async () => {
    const body = streamOf(
      (async function* () {
        for (const word of ["one ", "two ", "three"]) {
          yield Buffer.from(word);
          await delay(2);
        }
      })(),
    );
    expect(await (await at("/upper", { method: "POST", body, duplex: "half" } as RequestInit)).text()).toBe(
      "ONE TWO THREE",
    );
    expect(await (await at("/few-ticks")).text()).toBe("0\n1\n2\n3\n4\n");
  });

  it("stop when the client goes away", async () => {
    const leaving = new AbortController();
    const answer = await at("/ticks", { signal: leaving.signal });
    await answer.body?.getReader().read();
    leaving.abort();
    await expect.poll(() => aborted).toBe(true);
  });

  it("answer HEAD as GET without its body", async () => {
    const head = await at("/hello/ann", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("turn errors into problems that tell nothing of the inside", async () => {
    expect(await (await at("/refused")).json()).toMatchObject({ status: 403, code: "Forbidden", detail: "Not you." });
    for (const path of ["/broken", "/nothing"]) {
      const answer = await exchange(server.url, { method: "GET", path: base + path });
      assertProblem(answer);
      expect([answer.status, answer.bytes.toString()]).toEqual([500, expect.not.stringContaining("inside")]);
    }
  });

  it("break an answer off whose body fails half way", async () => {
    const answer = await at("/half");
    await expect(answer.text()).rejects.toThrow(TypeError);
    expect((await at("/teapot")).status).toBe(418);
  });

  it("read JSON as strictly as the generated routes", async () => {
    const json = (body: string): Promise<Response> => at("/json", { method: "POST", body });
    expect(await (await json('{"a":1}')).json()).toEqual({ got: { a: 1 } });
    expect((await json("{")).status).toBe(400);
    expect((await json("")).status).toBe(400);
    expect((await json('{"a":1,"a":2}')).status).toBe(400);
    expect((await json(" ".repeat(1001))).status).toBe(413);
  });

  it("have a group of their own", async () => {
    const clash = defineEndpoints({ apiVersion: "people.example.com/v2", routes: [] });
    await expect(startPeople("sqlite", { plugins: [{ ...peoplePlugin(), endpoints: [clash] }] })).rejects.toThrow(
      /Give them a group of their own/,
    );
    expect(() => defineEndpoints({ apiVersion: "v1", routes: [] })).toThrow(TypeError);
  });
});

describe("the body of a request", () => {
  const lengthOf = async (body: Request["body"]): Promise<number> => {
    let length = 0;
    for await (const chunk of body ?? []) length += chunk.length;
    return length;
  };
  const routes: readonly Route[] = [
    post("/text", async ({ request }) => Response.json((await request.text()).length)),
    post("/bytes", async ({ request }) => Response.json((await request.arrayBuffer()).byteLength)),
    post("/blob", async ({ request }) => Response.json((await request.blob()).size)),
    post("/form", async ({ request }) => Response.json([...(await request.formData())])),
    post("/clone", async ({ request }) => Response.json((await request.clone().text()).length)),
    post("/half-clone", async ({ request }) => {
      request.clone();
      return Response.json(await lengthOf(request.body));
    }),
    post("/stream", async ({ request }) => Response.json(await lengthOf(request.body))),
    post("/short-stream", { maxBodyBytes: 100 }, async ({ request }) => Response.json(await lengthOf(request.body))),
    post("/long-text", { maxBodyBytes: 5000 }, async ({ request }) => Response.json((await request.text()).length)),
    post("/typed", typed<{ body: string; response: number }>({ maxBodyBytes: 5000 }), ({ body }) => body.length),
  ];
  const checks = { "POST /typed": { body: () => [] } };
  let server: RunningServer;
  beforeAll(async () => {
    const source = { source: defineEndpoints({ apiVersion, routes }), checks };
    server = await startPeople("sqlite", {
      plugins: [{ ...peoplePlugin(), endpoints: [source] }],
      limits: { maxBodyBytes: 1000 },
    });
  });
  afterAll(() => server.close());
  const send = async (path: string, body: string | ReadableStream, type = "text/plain"): Promise<Response> => {
    const init = { method: "POST", body, headers: { "content-type": type }, duplex: "half" };
    return fetch(`${server.url}${base}${path}`, init);
  };
  const chunked = (bytes: number): ReadableStream<Uint8Array> => streamOf(Readable.from([Buffer.alloc(bytes, "x")]));
  const form = "application/x-www-form-urlencoded";

  it.each(["/text", "/bytes", "/blob", "/form", "/clone", "/half-clone"])(
    "is not read beyond the limit by %s",
    async (path) => {
      for (const body of ["x".repeat(1001), chunked(1001), chunked(20_000_000)]) {
        const answer = await send(path, body, form);
        expect([answer.status, await answer.json()]).toMatchObject([413, { code: "TooLarge" }]);
      }
    },
  );

  it.each([
    ["/text", 1000],
    ["/bytes", 1000],
    ["/blob", 1000],
    ["/form", [["x".repeat(1000), ""]]],
    ["/clone", 1000],
    ["/half-clone", 1000],
  ])("is read up to the limit by %s", async (path, read) => {
    for (const body of ["x".repeat(1000), chunked(1000)])
      expect(await (await send(path, body, form)).json()).toEqual(read);
  });

  it("has any length as a stream, unless the endpoint limits it", async () => {
    expect(await (await send("/stream", chunked(5_000_000))).json()).toBe(5_000_000);
    expect(await (await send("/short-stream", chunked(100))).json()).toBe(100);
    expect(await (await send("/short-stream", chunked(101))).json()).toMatchObject({ code: "TooLarge" });
  });

  it("has the limit that the endpoint says, also above that of the service", async () => {
    expect(await (await send("/long-text", chunked(5000))).json()).toBe(5000);
    expect((await send("/long-text", chunked(5001))).status).toBe(413);
    const json = (length: number): string => JSON.stringify("x".repeat(length - 2));
    expect(await (await send("/typed", json(5000), "application/json")).json()).toBe(4998);
    expect((await send("/typed", json(5001), "application/json")).status).toBe(413);
  });

  it("is refused where it is not the form that the endpoint asks for", async () => {
    expect(await (await send("/form", "{}", "application/json")).json()).toMatchObject({
      status: 400,
      code: "BadRequest",
    });
  });
});

describe("the endpoint that a request reaches", () => {
  const said = (path: string): Route => get(path, () => new Response(path));
  const of = (...routes: readonly Route[]): EndpointSource => defineEndpoints({ apiVersion, routes });
  const anything: Route = () => () => new Response("anything");
  const modules = [
    of(anything, said("/articles/{slug}"), said("/{any}/feed")),
    of(
      said("/articles/feed"),
      said("/articles/{slug}/{part}"),
      said("/articles/{slug}/text"),
      said("/articles/new/{part}"),
    ),
  ];

  it.each([modules, modules.toReversed()])(
    "is the one with the most specific path, wherever it is declared",
    async (...declared) => {
      const server = await startPeople("sqlite", { plugins: [{ ...peoplePlugin(), endpoints: declared }] });
      const reached = async (path: string): Promise<string> => (await fetch(`${server.url}${base}${path}`)).text();
      expect(await reached("/articles/feed")).toBe("/articles/feed");
      expect(await reached("/articles/other")).toBe("/articles/{slug}");
      expect(await reached("/books/feed")).toBe("/{any}/feed");
      expect(await reached("/articles/new/text")).toBe("/articles/new/{part}");
      expect(await reached("/articles/old/text")).toBe("/articles/{slug}/text");
      expect(await reached("/articles/old/title")).toBe("/articles/{slug}/{part}");
      expect(await reached("/books")).toBe("anything");
      await server.close();
    },
  );
});
