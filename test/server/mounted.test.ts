import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { mountService, silentLog, type MountedService, type MountedServiceOptions } from "@cmgen/runtime";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { plugin } from "../../examples/people/src/generated/plugin.js";
import { createPeopleClient } from "../../examples/people/src/generated/v1alpha1/client.js";
import { collection, holdsAt } from "./rule.js";
import { rules } from "./rules.js";

/** An application that has the service mounted, and a page `/mine` of its own. */
interface Application {
  readonly url: string;
  close(): Promise<void>;
}

const urlOf = (server: { address(): AddressInfo | string | null }): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function listening(server: Server): Promise<Application> {
  if (!server.listening) await once(server, "listening");
  return {
    url: urlOf(server),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const applications: Readonly<Record<string, (people: MountedService) => Promise<Application>>> = {
  "node:http": (people) =>
    listening(
      createServer((request, response) => {
        people.handler(request, response, () => response.end("mine"));
      }).listen(0, "127.0.0.1"),
    ),
  Express: (people) => {
    const app = express();
    app.use(people.handler);
    app.get("/mine", (_, response) => void response.send("mine"));
    return listening(app.listen(0, "127.0.0.1"));
  },
  Fastify: async (people) => {
    const app = fastify();
    app.get("/mine", () => "mine");
    // Fastify reads bodies of the types that it knows: the service reads its own.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, _payload, done) => done(null));
    app.setNotFoundHandler((request, reply) => {
      reply.hijack();
      people.handler(request.raw, reply.raw, () => reply.raw.writeHead(404).end());
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    return { url: urlOf(app.server), close: () => app.close() };
  },
  Hono: (people) => {
    const app = new Hono();
    app.get("/mine", (context) => context.text("mine"));
    app.all("*", (context) =>
      people.fetch(context.req.raw, { remoteAddress: getConnInfo(context).remote.address ?? "" }),
    );
    return listening(
      serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false }) as Server,
    );
  },
};

/** Rules about what the application's own server answers: paths that are not the service's, and the size of a request's head. */
const OF_THE_APPLICATION: readonly RegExp[] = [
  /^paths match exactly: case, slashes and all$/,
  /^a path may come with the address it is at/,
  /^400 BadRequest: a % in the path that encodes nothing$/,
  /^404 NotFound: no such object, type or path$/,
  /^OPTIONS answers 204 with what is allowed$/,
  /Selectors of a request, in bytes, each of them percent-encoded/,
];

/** Fastify refuses a malformed `Content-Type` itself, and knows no other methods than its own. */
const OF_FASTIFY: readonly RegExp[] = [/^415 UnsupportedMediaType/, /^a custom endpoint knows HEAD, OPTIONS and 405/];

const mount = (options: Partial<MountedServiceOptions> = {}): Promise<MountedService> =>
  mountService({ plugins: [plugin], root: plugin.root, databaseUrl: ":memory:", log: silentLog, ...options });

describe.each(Object.entries(applications))("a service mounted in %s", (name, start) => {
  let people: MountedService;
  let application: Application;
  beforeAll(async () => {
    people = await mount();
    await people.started;
    application = await start(people);
  });
  afterAll(async () => {
    await people?.close();
    await application?.close();
  });

  it("leaves other paths to the application", async () => {
    expect(await (await fetch(`${application.url}/mine`)).text()).toBe("mine");
    expect((await fetch(`${application.url}/readyz`)).status).toBe(200);
  });

  const others = name === "Fastify" ? [...OF_THE_APPLICATION, ...OF_FASTIFY] : OF_THE_APPLICATION;
  const held = Object.entries(rules).map(([part, rows]) => {
    const ofTheService = rows.filter(({ rule }) => !others.some((pattern) => pattern.test(rule)));
    return [part, ofTheService] as const;
  });
  it("keeps all rules but those", () => {
    const [all, kept] = [Object.values(rules), held.map(([, rows]) => rows)].map((parts) => parts.flat().length);
    expect((all ?? 0) - (kept ?? 0)).toBe(name === "Fastify" ? 9 : 7);
  });
  describe.each(held)("%s", (_, rows) => {
    it.each(rows.map((row) => [row.rule, row] as const))("%s", async (_rule, row) => {
      await expect(holdsAt(application.url, row)).resolves.toBeUndefined();
    });
  });

  it("tells watches of changes, and ends them when it is closed", async () => {
    const client = createPeopleClient({
      baseUrl: application.url,
      reconnect: { initialDelay: "5ms", maxDelay: "10ms" },
    });
    const leaving = new AbortController();
    const seen: string[] = [];
    const watching = (async () => {
      for await (const { type, object } of client.watch({ signal: leaving.signal })) {
        seen.push(`${type} ${object.metadata.name}`);
      }
    })();
    await expect
      .poll(async () => {
        await client.apply({
          metadata: { name: `wes-${name.toLowerCase().replace(":", "-")}` },
          spec: { name: "Wes", age: seen.length },
        });
        await client.deleteMany({ where: { "spec.name": "Wes" } });
        return seen.length;
      })
      .toBeGreaterThan(1);
    leaving.abort();
    await watching;
  });
});

describe("a mounted service", () => {
  let people: MountedService | undefined;
  afterEach(() => people?.close());
  const ask = (path: string, init: RequestInit = {}): Request => new Request(`http://people.example.com${path}`, init);
  const elsewhere = { remoteAddress: "203.0.113.7" };
  const here = { remoteAddress: "127.0.0.1" };

  it("without an authorizer answers callers on its own machine alone", async () => {
    people = await mount();
    await people.started;
    for (const peer of [elsewhere, { remoteAddress: "" }, { remoteAddress: "::ffff:203.0.113.7" }]) {
      const refused = await people.fetch(ask(collection), peer);
      expect([refused.status, await refused.json()]).toEqual([403, expect.objectContaining({ code: "Forbidden" })]);
    }
    for (const peer of [here, { remoteAddress: "::1" }, { remoteAddress: "::ffff:127.0.0.1" }])
      expect((await people.fetch(ask(collection), peer)).status).toBe(200);
  });

  it('with an authorizer, or "none", answers whom that allows', async () => {
    people = await mount({ authorizer: "none" });
    await people.started;
    expect((await people.fetch(ask(collection), elsewhere)).status).toBe(200);
    await people.close();
    people = await mount({
      authorizer: ({ remoteAddress }) => ({ decision: remoteAddress === "203.0.113.7" ? "allow" : "forbidden" }),
    });
    await people.started;
    expect((await people.fetch(ask(collection), elsewhere)).status).toBe(200);
    expect((await people.fetch(ask(collection), here)).status).toBe(403);
  });

  it("below a base path answers what is below it, and says so", async () => {
    people = await mount({ basePath: "/team" });
    await people.started;
    const body = JSON.stringify({ metadata: { name: "zoe" }, spec: { name: "Zoe" } });
    const created = await people.fetch(
      ask(`/team${collection}`, { method: "POST", body, headers: { "content-type": "application/json" } }),
      here,
    );
    expect([created.status, created.headers.get("location")]).toEqual([201, `/team${collection}/zoe`]);
    let passedOn = 0;
    const server = createServer((request, response) => {
      people?.handler(request, response, () => {
        passedOn += 1;
        response.end();
      });
    }).listen(0, "127.0.0.1");
    const { url, close } = await listening(server);
    for (const path of [collection, "/docs", "/", "/teams"]) await fetch(url + path);
    expect(passedOn).toBe(4);
    expect((await fetch(`${url}/team${collection}/zoe`)).status).toBe(200);
    await close();
  });

  it("reads the body of a DELETE, which says which object is meant", async () => {
    people = await mount();
    await people.started;
    const json = { "content-type": "application/json" };
    const zoe = JSON.stringify({ metadata: { name: "zoe" }, spec: { name: "Zoe" } });
    await people.fetch(ask(collection, { method: "POST", body: zoe, headers: json }), here);
    const body = JSON.stringify({ preconditions: { version: 99 } });
    const refused = await people.fetch(ask(`${collection}/zoe`, { method: "DELETE", body, headers: json }), here);
    expect([refused.status, await refused.json()]).toEqual([409, expect.objectContaining({ currentVersion: 1 })]);
  });

  it("ends what is under way when it is closed, and a caller's abort ends its request", async () => {
    people = await mount({ stopTimeout: "200ms" });
    await people.started;
    const aborting = new AbortController();
    const watch = await people.fetch(ask(`${collection}?watch=true`, { signal: aborting.signal }), here);
    const reader = watch.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("BOOKMARK");
    aborting.abort();
    await expect(reader?.read()).rejects.toThrow("aborted");
    const second = await people.fetch(ask(`${collection}?watch=true`), here);
    await people.close();
    expect(await second.text()).toContain("BOOKMARK");
    expect((await people.fetch(ask(collection), here)).status).toBe(503);
  });
});
