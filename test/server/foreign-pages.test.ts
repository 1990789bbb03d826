import { connect } from "node:net";
import { once } from "node:events";
import { defineEndpoints, post, type Plugin, type RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchange, type Sent } from "./exchange.js";
import { peoplePlugin, startPeople } from "./people-server.js";
import { head, RawConnection } from "./raw-connection.js";
import { assertProblem, collection, send } from "./rule.js";

const endpoint = "/apis/console.api.people.example.com/v1alpha1/people/guests";

/** A plugin with an endpoint that takes anything, as a form post of another site would send it. */
function withOpenEndpoint(calls: string[]): Plugin {
  const route = post("/people/guests", async ({ request }) => {
    calls.push(await request.text());
    return new Response("taken");
  });
  const open = defineEndpoints({ apiVersion: "console.api.people.example.com/v1alpha1", routes: [route] });
  return { ...peoplePlugin(), endpoints: [open] };
}

describe("on loopback", () => {
  let server: RunningServer;
  let port = "";
  const calls: string[] = [];
  beforeAll(async () => {
    server = await startPeople("sqlite", { plugins: [withOpenEndpoint(calls)] });
    ({ port } = new URL(server.url));
  });
  afterAll(() => server.close());

  const guest = { metadata: { generateName: "guest-" }, spec: { name: "Guest" } };
  const ask = (sent: Sent, headers: Sent["headers"] = {}) =>
    exchange(server.url, { ...sent, headers: { ...sent.headers, ...headers } });

  describe("a Host", () => {
    it.each([
      "localhost",
      "LocalHost:1",
      "localhost.",
      "people.localhost:8090",
      "127.0.0.1",
      "127.9.9.9:80",
      "[::1]:80",
      "[0:0:0:0:0:0:0:1]",
    ])("of %s is a name of the service", async (host) => {
      expect((await ask(send("GET", "/ann"), { host })).status).toBe(200);
    });

    it.each([
      "evil.example",
      "evil.example:8090",
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      "notlocalhost",
      "128.0.0.1",
      "0.0.0.0",
      "[::2]",
      "2130706433",
    ])("of %j is refused: pages have such names after DNS rebinding", async (host) => {
      for (const sent of [
        send("GET", "/ann"),
        send("GET", "?watch=true"),
        send("DELETE", "/ann"),
        { method: "GET", path: "/healthz" },
        { method: "OPTIONS", path: "*" },
        { method: "GET", path: "/nowhere" },
        { method: "POST", path: endpoint, body: "x" },
      ]) {
        const answer = await ask(sent, { host });
        assertProblem(answer);
        expect(answer.status).toBe(403);
        const detail = expect.stringMatching(/^Host is .* CMGEN_HOSTS or `hosts`/) as string;
        expect(answer.json).toMatchObject({ code: "Forbidden", detail });
      }
    });

    it("that is empty is not either", async () => {
      const connection = await RawConnection.open(server.url);
      connection.write(head("GET", `${collection}/ann`, { host: "" }));
      await connection.says(/\r\n\r\n/);
      expect(connection.statuses).toEqual(["403"]);
      connection.destroy();
    });

    it("that is malformed is 400", async () => {
      expect((await ask(send("GET", "/ann"), { host: "a b" })).status).toBe(400);
    });

    it("is that of the target, where the target has one", async () => {
      const path = `http://evil.example${collection}/ann`;
      const answer = await ask({ method: "GET", path }, { host: "localhost" });
      expect(answer.json).toMatchObject({ status: 403, instance: `${collection}/ann` });
      const ours = await ask({ method: "GET", path: `http://localhost:1${collection}/ann` }, { host: "evil.example" });
      expect(ours.status).toBe(200);
      expect((await ask({ method: "GET", path: "http://u@localhost/" }, { host: "localhost" })).status).toBe(400);
    });

    it("counts for a request to upgrade as well, and nothing is upgraded", async () => {
      const upgrade = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==" };
      expect((await ask(send("GET", "/ann"), { ...upgrade, host: "evil.example" })).status).toBe(403);
      expect((await ask(send("GET", "/ann"), upgrade)).status).toBe(200);
      const foreign = { ...upgrade, origin: "https://evil.example" };
      expect((await ask(send("POST", "", guest), foreign)).status).toBe(403);
    });

    it("does not matter to CONNECT, which is always refused", async () => {
      const socket = connect(Number(port), "127.0.0.1");
      socket.write("CONNECT localhost:22 HTTP/1.1\r\nhost: localhost\r\n\r\n");
      const [answer] = (await once(socket, "data")) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 405 /);
      socket.destroy();
    });
  });

  describe("a write", () => {
    const foreign = { host: "localhost", origin: "https://evil.example", "sec-fetch-site": "cross-site" };

    it.each<[string, Sent["headers"]]>([
      // What browsers send, for pages that need no preflight. Each of these would be carried out if nothing looked at where it is from.
      ["a form post of another site", { ...foreign, "content-type": "application/x-www-form-urlencoded" }],
      ["a form with a file", { ...foreign, "content-type": "multipart/form-data; boundary=x" }],
      ["fetch with text/plain, no-cors", { ...foreign, "content-type": "text/plain;charset=UTF-8" }],
      ["a beacon without a type", foreign],
      ["JSON, had there been no preflight", { ...foreign, "content-type": "application/json" }],
      ["another port of the same machine", { host: "localhost:1", origin: "http://localhost:2" }],
      [
        "the same, as browsers tell it",
        { host: "localhost:1", origin: "http://localhost:2", "sec-fetch-site": "same-site" },
      ],
      [
        "another name of loopback",
        { host: "127.0.0.1:1", origin: "http://localhost:1", "sec-fetch-site": "cross-site" },
      ],
      ["a page below the service's name", { host: "localhost", origin: "http://evil.localhost" }],
      ["a name that begins as the service's", { host: "localhost", origin: "http://localhost.evil.example" }],
      ["a sandboxed page", { host: "localhost", origin: "null", "sec-fetch-site": "cross-site" }],
      ["a local file, from an older browser", { host: "localhost", origin: "null" }],
      ["a browser that hides the Origin", { host: "localhost", "sec-fetch-site": "cross-site" }],
      ["an older browser, without Sec-Fetch-Site", { host: "localhost", origin: "https://evil.example" }],
      ["a value nobody knows", { host: "localhost", "sec-fetch-site": "same-origin, cross-site" }],
      [
        "the service's origin by http, called by https",
        { host: "localhost", origin: "http://localhost", "sec-fetch-site": "cross-site" },
      ],
      ["two origins", { host: "localhost", origin: ["http://localhost", "https://evil.example"] }],
    ])("of %s is refused on every route, before anything is done", async (_, headers) => {
      const before = (await ask(send("GET", ""))).json as { total: number };
      for (const sent of [
        send("POST", "", guest),
        send("PUT", "/ann", guest),
        send("PATCH", "/ann", {}),
        send("DELETE", "/ann"),
        send("DELETE", ""),
        send("PUT", "/ann/status", guest),
        { method: "POST", path: endpoint, body: "name=eve" },
        { method: "POST", path: "/docs", body: "" },
        { method: "PURGE", path: "/nowhere" },
      ]) {
        const answer = await ask(sent, headers);
        assertProblem(answer);
        expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
        const detail = expect.stringMatching(/^(Origin|Sec-Fetch-Site) is .* CMGEN_CORS_ORIGINS or `cors`/) as string;
        expect(answer.json).toMatchObject({ code: "Forbidden", detail });
      }
      expect(calls).toEqual([]);
      expect((await ask(send("GET", ""))).json).toMatchObject({ total: before.total });
    });

    it.each<[string, Sent["headers"]]>([
      ["curl, or a program", {}],
      [
        "a page of the service's own",
        { host: "localhost:1", origin: "http://localhost:1", "sec-fetch-site": "same-origin" },
      ],
      ["the same in an older browser", { host: "localhost:1", origin: "http://localhost:1" }],
      ["the same, behind a proxy that speaks TLS", { host: "people.localhost", origin: "https://people.localhost" }],
      [
        "the same, behind a proxy that changes Host",
        { origin: "https://people.example.com", "sec-fetch-site": "same-origin" },
      ],
      ["the user, by a bookmark", { "sec-fetch-site": "none" }],
    ])("of %s is carried out", async (_, headers) => {
      expect((await ask({ method: "POST", path: endpoint, body: "x" }, headers)).status).toBe(200);
      expect(calls.splice(0)).toEqual(["x"]);
    });

    it("is refused by a preflight already", async () => {
      const asked = { origin: "https://evil.example", "access-control-request-method": "PUT" };
      const answer = await ask(send("OPTIONS", "/ann"), asked);
      expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
      expect(answer.json).toMatchObject({ detail: expect.stringContaining("CMGEN_CORS_ORIGINS") as string });
    });
  });

  describe("a write of a page whose browser tells nothing of where it is from", () => {
    // Old browsers leave `Origin` out of a form's post, and know no `Sec-Fetch-Site`. Such a page can send these three types without asking.
    const simple = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"];
    const bodies = [JSON.stringify(guest), `x=${JSON.stringify(guest)}`];

    it.each(simple.flatMap((type) => bodies.map((body) => [type, body] as const)))(
      "is of a type that no resource takes: %s %s",
      async (type, body) => {
        const before = (await ask(send("GET", ""))).json as { total: number };
        const answer = await ask({ ...send("POST", "", guest), body }, { "content-type": type });
        assertProblem(answer);
        expect(answer.status).toBe(415);
        expect((await ask(send("GET", ""))).json).toMatchObject({ total: before.total });
      },
    );

    it("may be without a type, which is refused as well", async () => {
      expect((await ask({ method: "POST", path: collection, body: JSON.stringify(guest) })).status).toBe(415);
    });

    it.each(["PUT", "PATCH", "DELETE"])("cannot be a %s: that takes a preflight, which is refused", async (method) => {
      const asked = { origin: "https://evil.example", "access-control-request-method": method };
      expect((await ask(send("OPTIONS", "/ann"), asked)).status).toBe(403);
    });

    it("cannot be made of a POST by another header", async () => {
      for (const header of ["x-http-method-override", "x-http-method", "x-method-override"]) {
        const posed = { [header]: "DELETE", "content-type": "text/plain" };
        expect((await ask({ ...send("POST", "/ann", guest), body: "x" }, posed)).status).toBe(405);
      }
      expect((await ask(send("GET", "/ann"))).status).toBe(200);
    });
  });

  it("a read of a page of another origin is answered, and its browser hides the answer", async () => {
    const answer = await ask(send("GET", "/ann"), { origin: "https://evil.example", "sec-fetch-site": "cross-site" });
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([200, undefined]);
  });

  it("OPTIONS that is not a preflight says what is allowed", async () => {
    const answer = await ask(send("OPTIONS", "/ann"), { origin: "https://evil.example" });
    expect([answer.status, answer.headers.allow]).toEqual([204, "GET, PUT, PATCH, DELETE, HEAD, OPTIONS"]);
  });
});

describe("names of a service", () => {
  const statuses = async (server: RunningServer, hosts: readonly string[]): Promise<readonly number[]> => {
    const url = `http://127.0.0.1:${new URL(server.url).port}`;
    const answers = hosts.map((host) => exchange(url, { method: "GET", path: "/healthz", headers: { host } }));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  const authorizer = () => ({ decision: "allow" as const });

  it("are those it is given, on loopback", async () => {
    const server = await startPeople("sqlite", { hosts: ["people.example.com"] });
    expect(await statuses(server, ["People.Example.com:443", "localhost", "people.example.com.evil.example"])).toEqual([
      200, 200, 403,
    ]);
    await server.close();
  });

  it("are any, where it listens elsewhere: others than browsers on this machine reach it, and an authorizer decides", async () => {
    const server = await startPeople("sqlite", { host: "0.0.0.0", authorizer });
    expect(await statuses(server, ["10.1.2.3:8090", "people.example.com"])).toEqual([200, 200]);
    const write = send("DELETE", "/nobody", undefined, { host: "people.example.com", origin: "https://evil.example" });
    const url = `http://127.0.0.1:${new URL(server.url).port}`;
    expect((await exchange(url, write)).status).toBe(403);
    await server.close();
  });

  it("are those it is given and the address of the connection, where it listens elsewhere", async () => {
    const server = await startPeople("sqlite", { host: "0.0.0.0", authorizer, hosts: ["people.example.com"] });
    expect(await statuses(server, ["people.example.com", "127.0.0.1:8090", "evil.example", "10.1.2.3"])).toEqual([
      200, 200, 403, 403,
    ]);
    await server.close();
  });
});
