import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { mountService, silentLog, type RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plugin } from "../../examples/people/src/generated/plugin.js";
import { defineAccess } from "../../examples/people/dist/generated/access.js";
import { exchange, type Received } from "./exchange.js";
import { startPeople } from "./people-server.js";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

describe("the console's files", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startPeople("sqlite", { console: true, basePath: "/team" });
  });
  afterAll(() => server.close());

  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<Received> =>
    exchange(server.url, { method, path, headers });
  const assets = async (): Promise<readonly string[]> => {
    const page = (await get("/console")).bytes.toString();
    return [...page.matchAll(/(?:src|href)="\/team(\/console\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
  };

  it.each(["/console", "/console/", "/console/people.example.com/v1alpha1/people?page=2", "/team/console/a%20b"])(
    "the page is at %s, under its policy, and kept by nobody",
    async (path) => {
      const { status, headers, bytes } = await get(path);
      expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      expect(headers["content-security-policy"]).toBe(POLICY);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["cache-control"]).toBe("no-cache");
      expect(bytes.toString()).toContain('<div id="root"></div>');
      expect(bytes.toString()).not.toMatch(/<script(?![^>]* src=)|<style| style=/);
    },
  );

  it("the page is told that there are no access rules, so that it need not ask", async () => {
    const page = (await get("/console")).bytes.toString();
    expect(page).toContain('<meta name="cmgen-access" content="none" />');
    const guarded = await startPeople("sqlite", {
      console: true,
      plugins: [{ ...plugin, access: defineAccess({ authenticate: [() => undefined], roles: {} }) }],
    });
    const told = await exchange(guarded.url, { method: "GET", path: "/console", headers: {} });
    expect(told.bytes.toString()).not.toContain("cmgen-access");
    await guarded.close();
  });

  it("its files may be kept for ever by everybody, and are compressed", async () => {
    const found = await assets();
    expect(found.length).toBeGreaterThanOrEqual(2);
    for (const path of found) {
      const plain = await get(path);
      expect([plain.status, plain.headers["cache-control"]], path).toEqual([
        200,
        "public, max-age=31536000, immutable",
      ]);
      expect(plain.headers["x-content-type-options"]).toBe("nosniff");
      const sent = await get(path, { "accept-encoding": "br" });
      expect(sent.headers["content-encoding"], path).toBe("br");
      expect(brotliDecompressSync(sent.bytes).equals(plain.bytes), path).toBe(true);
    }
  });

  it.each([
    "/console/assets/gone-1234.js",
    "/console/assets/../index.html",
    "/console/assets/%2e%2e/manifest.json",
    "/consoles",
  ])("there is nothing at %s", async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it("only reads are allowed", async () => {
    expect((await get("/console/", {}, "POST")).status).toBe(405);
    expect((await get("/console", {}, "HEAD")).bytes.length).toBe(0);
  });
});

it("there is no console unless the options say so", async () => {
  const server = await startPeople("sqlite");
  expect((await exchange(server.url, { method: "GET", path: "/console", headers: {} })).status).toBe(404);
  await server.close();
});

it("a service that is mounted has it too, with what it asks", async () => {
  const service = await mountService({
    plugins: [plugin],
    root: plugin.root,
    databaseUrl: ":memory:",
    log: silentLog,
    console: true,
  });
  await service.started;
  const status = async (path: string): Promise<number> =>
    (await service.fetch(new Request(`http://localhost${path}`), { remoteAddress: "127.0.0.1" })).status;
  expect(await status("/console/people.example.com/v1alpha1/people")).toBe(200);
  expect(await status("/apis/-/admin/models")).toBe(200);
  await service.close();
});

it("without its package the service does not start, and says what to install", async () => {
  const hiding = `import { register } from "node:module";
    const resolve = \`export async function resolve(name, context, next) {
      if (name !== "@cmgen/console") return next(name, context);
      throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    }\`;
    register("data:text/javascript," + encodeURIComponent(resolve));`;
  const program = `import { startServer } from "@cmgen/runtime";
    const root = new URL("file:///nowhere/");
    await startServer({ plugins: [], root, console: true }).catch(({ name, message }) => console.log(name + ": " + message));`;
  const loader = `data:text/javascript,${encodeURIComponent(hiding)}`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", loader, "--input-type=module", "--eval", program],
    { cwd: fileURLToPath(new URL(".", import.meta.url)) },
  );
  expect(stdout).toMatch(/^ConfigurationError: .*npm install @cmgen\/console/);
});
