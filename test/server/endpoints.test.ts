import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ApiError,
  defineEndpoints,
  get,
  post,
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
      (_, { params }) =>
        new Response(`hello ${params.name}`, {
          headers: [
            ["set-cookie", "a=1"],
            ["set-cookie", "b=2"],
          ],
        }),
    ),
    get("/ticks", (request) => new Response(streamOf(ticks(1000, request.signal)))),
    get("/few-ticks", (request) => new Response(streamOf(ticks(5, request.signal)))),
    get("/teapot", () => new Response(null, { status: 418 })),
    get("/refused", () => {
      throw new ApiError("Forbidden", "Not you.");
    }),
    get("/broken", () => Promise.reject(new Error("the inside"))),
    get("/half", () => new Response(streamOf(half()))),
    get("/nothing", () => undefined as unknown as Response),
    post(
      "/upper",
      (request) =>
        new Response(
          request.body
            ?.pipeThrough(new TextDecoderStream())
            .pipeThrough(upperCase())
            .pipeThrough(new TextEncoderStream()),
        ),
    ),
    post("/json", async (request) => Response.json({ got: await request.json() })),
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
    "The plugin people has two endpoints GET /hello/{who} of api.people.example.com/v1: requests would always reach the first.",
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
