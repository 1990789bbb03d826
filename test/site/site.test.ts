import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, posix } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageHead } from "../../site/src/page-head.js";
import { repositoryRoot } from "../boundaries/repository.js";
import { hasChromium, launchChromium } from "../browser/launch-chromium.js";

const site = join(repositoryRoot, "site", "dist");

/** Writes the site as `npm run docs:build` does, once the packages are built. It fails where a link leads nowhere. */
beforeAll(() => {
  for (const args of [["site/write-api.mjs"], ["node_modules/vitepress/bin/vitepress.js", "build", "site"]])
    execFileSync(process.execPath, args, { cwd: repositoryRoot, stdio: "pipe" });
}, 300_000);

describe("the site's files", () => {
  it("have every anchor that a page links", () => {
    const pages = new Map(
      htmlFiles().map((path) => {
        const html = readFileSync(join(site, path), "utf8");
        return [
          path,
          { ids: new Set(matches(html, / id="([^"]*)"/g)), links: matches(html, /<a [^>]*?href="([^"]*#[^"]*)"/g) },
        ];
      }),
    );
    const missing: string[] = [];
    let checked = 0;
    for (const [path, { links }] of pages) {
      for (const link of links.filter((href) => !/^[a-z]+:/i.test(href))) {
        const [target = "", anchor = ""] = link.split("#");
        const page = pages.get(target === "" ? path : fileOf(posix.join("/", posix.dirname(path), target), target));
        if (page?.ids.has(decodeURIComponent(anchor)) !== true) missing.push(`${path}: ${link}`);
        checked += 1;
      }
    }
    expect(missing).toEqual([]);
    expect(checked).toBeGreaterThan(1000);
  });

  it("have a reference of every module that users import, with the doc comments", () => {
    const modules = [
      "cmgen",
      "cmgen/emitter",
      "@cmgen/model",
      "@cmgen/runtime",
      "@cmgen/client",
      "@cmgen/client/react",
    ];
    for (const name of modules) expect(existsSync(join(site, "api", `${name}.html`)), name).toBe(true);
    const text = readFileSync(join(site, "api", "cmgen.html"), "utf8");
    expect(text).toContain('id="defineconfig"');
    expect(text).toContain("Packages of plugins that the service hosts beside its own models.");
    // Names that pages use have a snippet, with a link to its page.
    const client = readFileSync(join(site, "api", "@cmgen", "client.html"), "utf8");
    expect(client).toMatch(/From <a href="[^"]*client(\.html)?">The client<\/a>/);
  });

  it("have an index for agents, which lists pages by parts", () => {
    const index = readFileSync(join(site, "llms.txt"), "utf8");
    expect(index).toMatch(/^# cmgen\n\n> Custom resources without Kubernetes: .+\n\n## Learn/);
    const links = matches(index, /^- \[[^\]]+\]\(\/([^)]+)\): .{20}/gm);
    expect(links.filter((link) => !existsSync(join(site, fileOf(`/${link}`, link))))).toEqual([]);
    expect(links.length).toBeGreaterThan(50);
    expect(readFileSync(join(site, "llms-full.txt"), "utf8")).toContain("# Tutorial");
  });

  it("colour blocks by their language, whatever else a page says of them for its tests", () => {
    const blocks = readFileSync(join(repositoryRoot, "docs", "client.md"), "utf8").match(/^```ts( run.*)?$/gm) ?? [];
    const coloured = /<div class="language-ts">(?:(?!<code>).)*<code><span class="line"><span style="--shiki-light:/gs;
    expect(readFileSync(join(site, "client.html"), "utf8").match(coloured) ?? []).toHaveLength(blocks.length);
    expect(blocks.some((block) => block.startsWith("```ts run"))).toBe(true);
  });

  it("say in their heads what other sites show of them", () => {
    const head = readFileSync(join(site, "hooks.html"), "utf8").split("</head>")[0];
    expect(head).toContain('<meta property="og:title" content="Hooks">');
    expect(head).toMatch(/<meta property="og:description" content="With hooks a plugin decides/);
    expect(existsSync(join(site, "console-list.png"))).toBe(true);
  });

  it("show links out of docs as code while the repository has no address", () => {
    const { url } = JSON.parse(readFileSync(join(repositoryRoot, "repository.json"), "utf8")) as { url: string | null };
    const shown = url === null ? '<code title="CONTRIBUTING.md">' : `href="${url}/blob/main/CONTRIBUTING.md"`;
    expect(readFileSync(join(site, "index.html"), "utf8")).toContain(shown);
  });
});

it("pictures of cards have whole addresses once the site has one", () => {
  const page = { title: "Hooks", description: "x", relativePath: "hooks.md" } as Parameters<typeof pageHead>[0];
  const properties = (address: string | null) =>
    Object.fromEntries(pageHead(page, address).map(([, { property, content }]) => [property, content]));
  expect(properties("https://docs.example.com")).toMatchObject({
    "og:url": "https://docs.example.com/hooks.html",
    "og:image": "https://docs.example.com/console-list.png",
  });
  expect(properties(null)).not.toHaveProperty("og:image");
});

describe.skipIf(!hasChromium)("the site in a browser", { timeout: 120_000 }, () => {
  let server: Server;
  let browser: Browser;
  let origin: string;
  const complaints: string[] = [];
  const requested: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const file = join(site, fileOf(decodeURIComponent(pathname), pathname));
      if (!existsSync(file)) return void response.writeHead(404).end();
      response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
      response.end(readFileSync(file));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  });

  async function open(path: string): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: "light" });
    page.on("request", (request) => requested.push(request.url()));
    page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(`${origin}${path}`, { waitUntil: "networkidle" });
    return page;
  }

  it("begins with what cmgen is, and four ways in", async () => {
    const page = await open("/");
    expect(await page.title()).toBe("cmgen");
    await page.getByText("Custom resources without Kubernetes").waitFor();
    const sidebar = page.locator(".VPSidebar");
    expect(await sidebar.locator(".level-0 > .item h2").allInnerTexts()).toEqual([
      "Learn",
      "Use",
      "Operate",
      "Look up",
      "Build",
    ]);
    await sidebar.getByRole("link", { name: "Tutorial" }).click();
    await page.waitForURL(`${origin}/tutorial.html`);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toMatch(/^Tutorial/);
    await page.close();
  });

  it("draws diagrams", async () => {
    const page = await open("/beyond-one-machine.html");
    await expect.poll(() => page.locator(".diagram svg").textContent()).toContain("coordinator");
    await page.close();
  });

  it("finds what is looked for without a network", async () => {
    const page = await open("/");
    // Keys do nothing before the page's script has started.
    await expect
      .poll(async () => {
        await page.keyboard.press("Control+k");
        return page.getByRole("searchbox").count();
      })
      .toBe(1);
    // The box brings its index along; from then on it asks nobody.
    await page.getByRole("searchbox").fill("t");
    await expect.poll(() => page.locator("#localsearch-list li").count()).toBeGreaterThan(0);
    await page.context().setOffline(true);
    await page.getByRole("searchbox").fill("tenant");
    await expect
      .poll(() => page.locator("#localsearch-list li a").first().getAttribute("href"))
      .toMatch(/^\/tenants\.html/);
    await page.close();
  });

  it("has a dark and a light side", async () => {
    const page = await open("/hooks.html");
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.locator(".VPNavBar .VPSwitchAppearance").click();
    await expect.poll(background).not.toBe(light);
    await page.close();
  });

  it("asks no other host, and logs no errors", () => {
    expect(requested.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith("data:"))).toEqual([]);
    expect(requested.length).toBeGreaterThan(20);
    expect(complaints).toEqual([]);
  });
});

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

function htmlFiles(): readonly string[] {
  return readdirSync(site, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".html"));
}

/** The file of a page's address, relative to the site. Addresses below the root stay as they are; a folder has an index. */
function fileOf(resolved: string, address: string): string {
  const path = (address.startsWith("/") ? address : resolved).replace(/^\//, "");
  const folder =
    path === "" || path.endsWith("/") || statSync(join(site, path), { throwIfNoEntry: false })?.isDirectory();
  return folder ? posix.join(path, "index.html") : path;
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, found = ""]) => found.replaceAll("&amp;", "&"));
}
