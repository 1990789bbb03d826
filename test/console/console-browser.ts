import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { silentLog, startServer, type Plugin, type RunningServer, type ServerOptions } from "@cmgen/runtime";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../browser/launch-chromium.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A service with a console, and a browser that looks at it. */
export interface ConsoleBrowser {
  readonly service: RunningServer;
  readonly browser: Browser;
  /** Opens a page of the console at a path below it. */
  open(path?: string): Promise<Page>;
  /** What pages have complained of: errors, and breaches of their policy. */
  readonly complaints: string[];
  /** Everything that pages have asked for. */
  readonly requested: string[];
  /** Sends a request of the API, and returns the answer's body. */
  send(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Starts the service of a plugin with its console. */
export async function startConsole(plugin: Plugin, options: Partial<ServerOptions> = {}): Promise<ConsoleBrowser> {
  const service = await startServer({
    plugins: [{ ...plugin, manifests: false }],
    root: plugin.root,
    host: "127.0.0.1",
    port: 0,
    databaseUrl: ":memory:",
    log: silentLog,
    console: true,
    ...options,
  });
  await service.started;
  return lookAt(service, options.basePath);
}

/** A browser for a service that runs. */
export async function lookAt(service: RunningServer, basePath = ""): Promise<ConsoleBrowser> {
  const browser = await launchChromium();
  const complaints: string[] = [];
  const requested: string[] = [];
  return {
    service,
    browser,
    complaints,
    requested,
    open: async (path = "") => {
      const permissions = ["clipboard-read", "clipboard-write"];
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, permissions });
      page.on("request", (request) => requested.push(request.url()));
      page.on("console", (message) => {
        // A refusal is an answer, which the page shows; the browser notes it all the same.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      await page.goto(`${service.url}${basePath}/console${path}`);
      return page;
    },
    send: async (method, path, body) => {
      const headers = { "content-type": "application/json" };
      const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
      const response = await fetch(`${service.url}${path}`, init);
      const answer = (await response.json()) as Record<string, unknown>;
      if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer;
    },
    close: async () => {
      await browser.close();
      await service.close();
    },
  };
}

/** Opens a page as somebody who is known by a token. */
export async function openAs(console: ConsoleBrowser, token: string, path = ""): Promise<Page> {
  const page = await console.open(path);
  await page.getByLabel("Token").fill(token);
  await page.keyboard.press("Enter");
  await page.getByText(`Signed in as ${token}`).waitFor();
  return page;
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
  }[];
}

/** What axe-core finds serious or critical on a page as it is, in a light and in a dark theme. */
export async function seriousIssues(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Evaluated by the browser's own tools, which the page's policy does not bind.
    await page.evaluate(axe);
    const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as AxeResult;
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    for (const { id, nodes } of serious)
      found.push(
        ...nodes.map(({ target, failureSummary }) => `${colorScheme} ${id} ${target.join(" ")} ${failureSummary}`),
      );
  }
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}
