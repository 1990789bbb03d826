import { request as requestOf } from "node:http";
import { silentLog, startServer, type Authenticator, type RunningServer } from "@cmgen/runtime";
import { beforeAll, describe, expect, it } from "vitest";
import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { type CommandOutcome, runCmgen } from "./run-cmgen.js";

const byToken: Authenticator = ({ headers }) =>
  headers.authorization === "Bearer s3cret" ? { name: "kim", roles: ["editor"] } : undefined;
const projects = "/apis/tracker.example.com/v1alpha1/projects";
const project = (name: string) => ({
  apiVersion: "tracker.example.com/v1alpha1",
  kind: "Project",
  metadata: { name },
  spec: { title: name },
});

describe("cmgen console", () => {
  let service: RunningServer;
  let ended: Promise<CommandOutcome>;
  let address = "";
  const ending = new AbortController();

  beforeAll(async () => {
    const access = defineAccess({ authenticate: [byToken], roles: {} });
    service = await startServer({
      plugins: [{ ...plugin, manifests: false, access, controllers: [], schedules: [] }],
      root: plugin.root,
      port: 0,
      databaseUrl: ":memory:",
      log: silentLog,
    });
    await service.started;
    address = await new Promise((found) => {
      ended = runCmgen(["console", "--server", service.url, "--token", "s3cret"], {
        workingFolder: ".",
        signal: ending.signal,
        onOutput: (out) => {
          const [url] = /http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}(?=\/console\n)/.exec(out) ?? [];
          if (url !== undefined) found(url);
        },
      });
    });
  });

  it("serves the page under its policy, at every path below, and its files", async () => {
    for (const path of ["/console", "/console/tracker.example.com/v1alpha1/projects?page=2"]) {
      const answer = await fetch(address + path);
      expect(answer.headers.get("content-security-policy")).toContain("script-src 'self'");
      const page = await answer.text();
      expect(page).not.toContain("cmgen-access");
      const [file = ""] = /(?<=src=")[^"]+/.exec(page) ?? [];
      expect(file).toMatch(/^\/[\w-]{22}\/console\/assets\/index-.+\.js$/);
      const script = await fetch(new URL(file, address));
      expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    }
    expect(await (await fetch(`${address}/console/extensions.json`)).json()).toEqual({ modules: [] });
  });

  it("passes requests on as its caller, whatever they say of themselves, and answers back as they come", async () => {
    const watch = await fetch(`${address}${projects}?watch=true`, { headers: { authorization: "Bearer other" } });
    const lines = watch.body?.pipeThrough(new TextDecoderStream()).getReader();
    const created = await fetch(address + projects, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://elsewhere.example", cookie: "a=b" },
      body: JSON.stringify(project("garden")),
    });
    expect(created.status).toBe(201);
    let seen = "";
    while (!seen.includes('"ADDED"')) seen += (await lines?.read())?.value ?? "";
    expect(seen).toContain('"garden"');
    await lines?.cancel();
    const refused = await fetch(address + projects, {
      method: "POST",
      body: "{",
      headers: { "content-type": "application/json" },
    });
    expect([refused.status, refused.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
    expect((await fetch(`${service.url}${projects}`)).status).toBe(401);
  });

  it("is found by nobody who does not know its address, nor under another name", async () => {
    const { origin, port, pathname } = new URL(address);
    for (const path of ["/", "/console", projects, "/AAAAAAAAAAAAAAAAAAAAAA/console"])
      expect((await fetch(origin + path)).status).toBe(404);
    const status = await new Promise((found, failed) => {
      const headers = { host: "rebound.example" };
      requestOf({ port, host: "127.0.0.1", path: `${pathname}${projects}`, headers }, ({ statusCode }) =>
        found(statusCode),
      )
        .on("error", failed)
        .end();
    });
    expect(status).toBe(404);
  });

  it("says so where the service does not answer", async () => {
    await service.close();
    expect((await fetch(address + projects)).status).toBe(502);
  });

  it("ends with Ctrl-C", async () => {
    ending.abort();
    expect(await ended).toMatchObject({ code: 0, error: "" });
    await expect(fetch(`${address}/console`)).rejects.toThrow("fetch failed");
  });
});

it("the page of a service without access rules is told so, which asks nobody's name then", async () => {
  const plugins = [{ ...plugin, manifests: false, controllers: [], schedules: [] }];
  const other = await startServer({ plugins, root: plugin.root, port: 0, databaseUrl: ":memory:", log: silentLog });
  await other.started;
  const ending = new AbortController();
  let ended: Promise<CommandOutcome> | undefined;
  const address = await new Promise<string>((found) => {
    ended = runCmgen(["console", "--server", other.url], {
      workingFolder: ".",
      signal: ending.signal,
      onOutput: (out) => {
        const [url] = /http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/console(?=\n)/.exec(out) ?? [];
        if (url !== undefined) found(url);
      },
    });
  });
  expect(await (await fetch(address)).text()).toContain('<meta name="cmgen-access" content="none" />');
  await other.close();
  // Of one that does not answer nobody knows.
  expect(await (await fetch(address)).text()).not.toContain("cmgen-access");
  ending.abort();
  await ended;
});

it("a port that is taken is said to be", async () => {
  const other = await startServer({
    plugins: [plugin],
    root: plugin.root,
    port: 0,
    databaseUrl: ":memory:",
    log: silentLog,
  });
  const { port } = new URL(other.url);
  expect(await runCmgen(["console", "--port", port], { workingFolder: "." })).toMatchObject({
    code: 4,
    error: expect.stringContaining(`Port ${port} cannot be used`),
  });
  await other.close();
});
