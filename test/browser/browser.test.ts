import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineEndpoints, post, type RunningServer } from "@cmgen/runtime";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServer } from "vite";
import { peopleFolder } from "../people/people-service.js";
import { peoplePlugin, startPeople } from "../server/people-server.js";
import { collection } from "../server/rule.js";
import { hasChromium, launchChromium } from "./launch-chromium.js";
import { startPageServer, type PageServer } from "./page-server.js";

/** An endpoint that takes whatever it is sent: what protects it is the server alone. */
const open = "/apis/console.api.people.example.com/v1alpha1/guests";
const taken: string[] = [];
const takesAnything = defineEndpoints({
  apiVersion: "console.api.people.example.com/v1alpha1",
  routes: [
    post("/guests", async ({ request }) => {
      taken.push(await request.text());
      return new Response("taken");
    }),
  ],
});

describe.skipIf(!hasChromium)("in a browser", { timeout: 120_000 }, () => {
  let browser: Browser;
  let site: PageServer;
  let service: RunningServer;
  let allowed = "";
  let people = "";

  beforeAll(async () => {
    site = await startPageServer();
    allowed = `http://console.example:${site.port}`;
    const plugins = [{ ...peoplePlugin(), endpoints: [takesAnything] }];
    service = await startPeople("sqlite", { plugins, cors: { origins: [allowed] } });
    people = service.url + collection;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await site?.close();
  });

  const visit = async (address: string): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(address);
    return page;
  };
  const total = async (): Promise<number> => ((await (await fetch(people)).json()) as { total: number }).total;

  it("a page of an allowed origin lists, creates, updates and reads what the headers say", async () => {
    const page = await visit(allowed);
    const seen = await page.evaluate(async (url) => {
      const headers = { "Content-Type": "application/json" };
      const list = (await (await fetch(url)).json()) as { items: unknown[] };
      const body = JSON.stringify({ metadata: { name: "browser" }, spec: { name: "Browser", age: 30 } });
      const created = await fetch(url, { method: "POST", headers, body });
      const etag = created.headers.get("etag") ?? "";
      const change = JSON.stringify({ metadata: { name: "browser" }, spec: { name: "Browser", age: 31 } });
      const updated = await fetch(`${url}/browser`, {
        method: "PUT",
        headers: { ...headers, "If-Match": '"99"' },
        body: change,
      });
      const problem = (await updated.json()) as { code: string };
      const again = await fetch(`${url}/browser`, { headers: { "If-None-Match": '"0"' }, cache: "no-store" });
      return {
        items: list.items.length,
        created: created.status,
        etag,
        location: created.headers.get("location"),
        refused: [updated.status, problem.code],
        read: [again.status, /^"[0-9a-f-]{36}\.\d+\.v1alpha1"$/.test(again.headers.get("etag") ?? "")],
      };
    }, people);
    expect(seen).toEqual({
      items: 3,
      created: 201,
      etag: expect.stringMatching(/^"[0-9a-f-]{36}\.1\.v1alpha1"$/),
      location: `${collection}/browser`,
      refused: [412, "PreconditionFailed"],
      read: [200, true],
    });
    await page.close();
  });

  it("and watches, by fetch and by EventSource", async () => {
    const page = await visit(allowed);
    const first = page.evaluate(async (url) => {
      const response = await fetch(`${url}?watch=true`);
      const reader = response.body?.getReader();
      const { value } = (await reader?.read()) ?? {};
      await reader?.cancel();
      return new TextDecoder().decode(value);
    }, people);
    expect(await first).toMatch(/^\{"type":"BOOKMARK"/);
    const event = page.evaluate(
      (url) =>
        new Promise<string>((resolve, reject) => {
          const source = new EventSource(`${url}?watch=true`);
          source.addEventListener("message", ({ data }) => {
            source.close();
            resolve(String(data));
          });
          source.addEventListener("error", () => reject(new Error("The watch has failed")));
        }),
      people,
    );
    expect(await event).toMatch(/^\{"type":"BOOKMARK"/);
    await page.close();
  });

  it.each([
    ["another site", (port: number) => `http://evil.example:${port}`],
    ["the service's own machine, at another port", (port: number) => `http://127.0.0.1:${port}`],
    ["localhost", (port: number) => `http://localhost:${port}`],
  ])("a page of %s can neither read nor write", async (_, origin) => {
    const before = await total();
    const page = await visit(origin(site.port));
    const outcomes = await page.evaluate(
      async ([collectionUrl, openUrl]) => {
        const outcome = async (url: string, init?: RequestInit): Promise<string> => {
          try {
            return (await fetch(url, init)).type;
          } catch (error) {
            return error instanceof TypeError ? "hidden" : String(error);
          }
        };
        const body = JSON.stringify({ metadata: { name: "mallory" }, spec: { name: "Mallory" } });
        const text = { method: "POST", headers: { "Content-Type": "text/plain" }, body };
        const json = { ...text, headers: { "Content-Type": "application/json" } };
        return [
          await outcome(collectionUrl),
          await outcome(collectionUrl, json),
          await outcome(`${collectionUrl}/ann`, { method: "DELETE" }),
          // What needs no preflight is sent: the service must refuse it.
          await outcome(openUrl, text),
          await outcome(openUrl, { ...text, mode: "no-cors" }),
          await outcome(openUrl, { method: "POST", body: new URLSearchParams({ name: "mallory" }), mode: "no-cors" }),
          String(navigator.sendBeacon(openUrl, body)),
        ];
      },
      [people, service.url + open] as const,
    );
    expect(outcomes).toEqual(["hidden", "hidden", "hidden", "hidden", "opaque", "opaque", "true"]);
    expect([await total(), taken]).toEqual([before, []]);
    await page.close();
  });

  it("the same requests of an allowed page are carried out", async () => {
    const page = await visit(allowed);
    await page.evaluate(async (url) => {
      await fetch(url, { method: "POST", headers: { "Content-Type": "text/plain" }, body: "text" });
      await fetch(url, { method: "POST", body: "opaque", mode: "no-cors" });
    }, service.url + open);
    expect(taken.splice(0)).toEqual(["text", "opaque"]);
    await page.close();
  });

  it("a form that another site posts is refused, wherever it is posted to", async () => {
    const page = await visit(`http://evil.example:${site.port}`);
    for (const path of [open, collection, "/docs"]) {
      const answered = page.waitForResponse((response) => response.url() === service.url + path);
      await page.evaluate((action) => {
        const form = Object.assign(document.createElement("form"), { action, method: "post", enctype: "text/plain" });
        document.body.append(form);
        form.submit();
      }, service.url + path);
      const response = await answered;
      expect([response.status(), (await response.json()) as unknown]).toMatchObject([403, { code: "Forbidden" }]);
      await page.goto(`http://evil.example:${site.port}`);
    }
    expect(taken).toEqual([]);
    await page.close();
  });

  it("a name of another site that leads to this machine is refused (DNS rebinding)", async () => {
    const page = await browser.newPage();
    const { port } = new URL(service.url);
    const response = await page.goto(`http://evil.example:${port}/docs`);
    expect(response?.status()).toBe(403);
    const own = await page.evaluate(async (path) => {
      const read = await fetch(path);
      const written = await fetch(path, { method: "DELETE" });
      return [read.status, written.status];
    }, collection);
    expect(own).toEqual([403, 403]);
    await page.close();
  });

  it("a page that the service shows itself may do everything", async () => {
    const page = await visit(`http://localhost:${new URL(service.url).port}/`);
    expect(page.url()).toMatch(/\/docs$/);
    // The page of the documentation runs no script.
    await page.goto(`http://localhost:${new URL(service.url).port}/healthz`);
    const status = await page.evaluate(
      async (path) => (await fetch(path, { method: "DELETE" })).status,
      `${collection}/bob`,
    );
    expect(status).toBe(200);
    await page.close();
  });

  it("the generated client runs behind Vite's proxy, without CORS", async () => {
    const root = mkdtempSync(join(peopleFolder, "dist", "vite-"));
    writeFileSync(join(root, "index.html"), '<!doctype html><script type="module" src="/main.js"></script>');
    writeFileSync(join(root, "main.js"), viteMain);
    const vite = await createServer({
      root,
      configFile: false,
      logLevel: "error",
      cacheDir: join(root, ".vite"),
      server: { host: "127.0.0.1", port: 0, fs: { strict: false }, proxy: { "/apis": service.url } },
    });
    await vite.listen();
    const page = await visit(vite.resolvedUrls?.local[0] ?? "");
    await page.waitForFunction(() => document.title !== "", undefined, { timeout: 60_000 });
    expect(await page.title()).toBe("created vite, ADDED vite, NotFound");
    await page.close();
    await vite.close();
    rmSync(root, { recursive: true });
  });
});

/** Creates and watches by the generated client at the page's own origin; the title says what came of it. */
const viteMain = `
import { createPeopleClient } from "../generated/v1alpha1/client.js";
const people = createPeopleClient({ baseUrl: location.origin });
try {
  const { metadata } = await people.list();
  const seen = [];
  const { metadata: created } = await people.create({ metadata: { name: "vite" }, spec: { name: "Vite" } });
  seen.push("created " + created.name);
  for await (const { type, object } of people.watch({ resourceVersion: metadata.resourceVersion })) {
    seen.push(type + (object?.metadata?.name ? " " + object.metadata.name : ""));
    if (type === "ADDED") break;
  }
  await people.get("nobody").catch((problem) => seen.push(problem.code));
  document.title = seen.join(", ");
} catch (error) {
  document.title = String(error);
}
`;
