import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineSchedule, silentLog, startServer, type Plugin, type RunningServer, type Schedule } from "@cmgen/runtime";
import { issueToken } from "@cmgen/runtime/database";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buildPlugin } from "../references/build-plugin.js";
import { follow } from "./follow-requests.js";
import { readSnippets, type Snippet } from "./snippets.js";

const page = readSnippets().filter(({ place }) => place.startsWith("docs/recipes.md"));
const fileOf = ({ text }: Snippet): [path: string, text: string] => [/^\/\/ (\S+)/.exec(text)?.[1] ?? "", text];
const files = page.filter(({ marks }) => marks.includes("file")).map(fileOf);
const requests = (mark: string): readonly Snippet[] =>
  page.filter(({ language, marks }) => language === "bash" && marks.includes(mark));

async function start(plugin: Plugin, databaseUrl: string): Promise<RunningServer> {
  const server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog });
  await server.started;
  return server;
}

describe("the recipes", () => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-recipes-"));
  const mails: { readonly key: unknown; readonly body: unknown }[] = [];
  const mailService = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      mails.push({ key: request.headers["idempotency-key"], body: JSON.parse(Buffer.concat(chunks).toString()) });
      response.writeHead(mails.length === 1 ? 503 : 200).end();
    })();
  });
  let plugin: Plugin;
  let server: RunningServer;
  const load = async <Module>(module: string): Promise<Module> =>
    (await import(join(folder, "dist", module))) as Module;
  const recipes = "/apis/recipes.example.com/v1";
  const read = async (path: string): Promise<Record<string, unknown>> =>
    (await (await fetch(server.url + recipes + path)).json()) as Record<string, unknown>;

  beforeAll(async () => {
    mailService.listen(0, "127.0.0.1");
    await once(mailService, "listening");
    vi.stubEnv("MAIL_API", `http://127.0.0.1:${(mailService.address() as AddressInfo).port}/messages`);
    vi.stubEnv("S3_BUCKET_URL", "http://127.0.0.1:9000/uploads");
    vi.stubEnv("S3_REGION", "us-east-1");
    vi.stubEnv("S3_ACCESS_KEY", "reader");
    vi.stubEnv("S3_SECRET_KEY", "a secret");
    ({ plugin } = await buildPlugin(folder, new Map(files)));
    server = await start(plugin, `file:${join(folder, "recipes.db")}`);
  }, 180_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server.close();
    mailService.close();
    rmSync(folder, { recursive: true });
  });

  it.each(requests("recipes").map((block) => [block.place, block] as const))(
    "%s does what the page says",
    async (_place, block) => expect(follow(block, server.url)).resolves.toBeUndefined(),
  );

  it("gives articles with one title different slugs, also at once, and keeps them", async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(async (number) =>
        fetch(`${server.url}${recipes}/articles`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ metadata: { name: `same-${number}` }, spec: { title: "The same" } }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const slugs = (await Promise.all(answers.map(async (answer) => answer.json()))) as { spec: { slug: string } }[];
    expect(slugs.map(({ spec }) => spec.slug).toSorted()).toEqual(["the-same", "the-same-2", "the-same-3"]);
    const renamed = await fetch(`${server.url}${recipes}/articles/same-1`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ metadata: { name: "same-1" }, spec: { title: "Another" } }),
    });
    expect(await renamed.json()).toMatchObject({ spec: { title: "Another", slug: slugs[0]?.spec.slug } });
  });

  it("counts every view of twenty at once", async () => {
    const views = `${server.url}/apis/api.recipes.example.com/v1/articles/second/views`;
    const answers = await Promise.all(Array.from({ length: 20 }, async () => fetch(views, { method: "POST" })));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await read("/articles/second")).toMatchObject({ status: { views: 20 } });
  });

  it("sends a mail again that was refused, and then no more", async () => {
    const { uid } = (await read("/signups/ann"))["metadata"] as { readonly uid: string };
    await vi.waitFor(async () =>
      expect(await read("/signups/ann")).toMatchObject({ status: { welcomed: expect.any(String) } }),
    );
    const mail = { key: uid, body: { to: "ann@example.com", subject: "Welcome" } };
    expect(mails).toEqual([mail, mail]);
    // A change wakes the controller; a second signup is mailed after it.
    const send = async (method: string, path: string, type: string, body: object): Promise<Response> =>
      fetch(server.url + recipes + path, { method, headers: { "content-type": type }, body: JSON.stringify(body) });
    await send("PATCH", "/signups/ann", "application/merge-patch+json", { metadata: { labels: { seen: "yes" } } });
    await send("POST", "/signups", "application/json", {
      metadata: { name: "bob" },
      spec: { email: "bob@example.com" },
    });
    await vi.waitFor(() => expect(mails).toHaveLength(3));
    expect(mails[2]?.body).toMatchObject({ to: "bob@example.com" });
  });

  it("signs URLs as AWS documents it", async () => {
    const { signedUrl } = await load<{ signedUrl: (...given: readonly unknown[]) => string }>("signed-url.js");
    const bucket = {
      url: "https://examplebucket.s3.amazonaws.com",
      region: "us-east-1",
      accessKey: "AKIAIOSFODNN7EXAMPLE",
      secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    };
    const url = new URL(signedUrl(bucket, "GET", "test.txt", 86_400, new Date("2013-05-24T00:00:00Z")));
    expect(url.searchParams.get("X-Amz-Signature")).toBe(
      "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
    );
    expect(url.searchParams.get("X-Amz-Credential")).toBe("AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request");
  });

  it("finds what is typed, and nothing for a text without words", async () => {
    const { searchArticles } = await load<{ searchArticles: (client: unknown, text: string) => Promise<unknown> }>(
      "search-articles.js",
    );
    const { createArticlesClient } = await load<{ createArticlesClient: (options: object) => unknown }>(
      "generated/v1/client.js",
    );
    const articles = createArticlesClient({ baseUrl: server.url });
    expect(await searchArticles(articles, "Brul")).toEqual(["first", "second"]);
    expect(await searchArticles(articles, "sugar eg")).toEqual(["first"]);
    expect(await searchArticles(articles, " ?")).toEqual([]);
  });

  it("imports a job of several batches", async () => {
    const titles = Array.from({ length: 250 }, (_, at) => `Imported ${at}`);
    await fetch(`${server.url}${recipes}/importjobs`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ metadata: { name: "many" }, spec: { titles } }),
    });
    await vi.waitFor(
      async () =>
        expect(await read("/importjobs/many")).toMatchObject({ status: { state: "done", done: 250, refused: 0 } }),
      { timeout: 20_000 },
    );
    expect(await read("/articles?size=1&fieldSelector=spec.title.words=imported")).toMatchObject({ total: 250 });
    expect(await read("/articles/many-249")).toMatchObject({ spec: { slug: "imported-249" } });
  });

  it("empties the trash of what is in it for longer than 30 days", async () => {
    await server.close();
    const emptyTrash = (await load<{ default: Schedule }>("schedules/empty-trash.js")).default;
    const often = defineSchedule({ name: emptyTrash.name, every: "1s", run: emptyTrash.run });
    server = await start({ ...plugin, schedules: [often] }, `file:${join(folder, "recipes.db")}`);
    const days = (count: number): string => new Date(Date.now() - count * 86_400_000).toISOString();
    for (const [name, trashed] of [
      ["old", days(31)],
      ["new", days(29)],
    ] as const) {
      await fetch(`${server.url}${recipes}/notes`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ metadata: { name }, spec: { text: name, trashed } }),
      });
    }
    await vi.waitFor(async () => expect(await read("/notes?sort=metadata.name")).toMatchObject({ total: 2 }), {
      timeout: 10_000,
      interval: 50,
    });
    expect(await read("/notes?sort=metadata.name")).toMatchObject({
      items: [{ metadata: { name: "milk" } }, { metadata: { name: "new" } }],
    });
  });

  it("moves a card between any two, whatever was moved before", async () => {
    const { rankBetween } = await load<{ rankBetween: (before?: string, after?: string) => string }>("rank.js");
    const ranks: string[] = [];
    for (let at = 0; at < 2000; at += 1) {
      const place = Math.floor(Math.random() * (ranks.length + 1));
      const rank = rankBetween(ranks[place - 1], ranks[place]);
      expect(rank).toMatch(/^[0-9a-z]*[1-9a-z]$/);
      ranks.splice(place, 0, rank);
    }
    expect(ranks.toSorted()).toEqual(ranks);
    expect(new Set(ranks).size).toBe(2000);
    expect(() => rankBetween("i", "i")).toThrow(RangeError);

    const { moveCard } = await load<{ moveCard: (...given: readonly unknown[]) => Promise<unknown> }>("move-card.js");
    const { createCardsClient } = await load<{
      createCardsClient: (options: object) => { get(name: string): Promise<unknown> };
    }>("generated/v1/client.js");
    const cards = createCardsClient({ baseUrl: server.url });
    await moveCard(cards, "a", "todo", undefined, await cards.get("b"));
    const { items } = await read("/cards?fieldSelector=spec.column=todo&sort=spec.rank");
    expect(items).toMatchObject([{ metadata: { name: "a" } }, { metadata: { name: "b" } }]);
  });
});

describe("the recipe of customers by rows", () => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-recipe-rows-"));
  let server: RunningServer;
  let token: string;

  beforeAll(async () => {
    const own = files.filter(([path]) => ["cmgen.config.ts", "src/models/ticket.ts"].includes(path));
    const access = page.filter(({ language, marks }) => language === "ts" && marks.includes("rows")).map(fileOf);
    expect([own.length, access.length]).toEqual([2, 1]);
    const { plugin } = await buildPlugin(folder, new Map([...own, ...access]));
    const databaseUrl = `file:${join(folder, "rows.db")}`;
    server = await start(plugin, databaseUrl);
    const issued = { name: "acme-app", roles: ["agent"], groups: ["customer:acme"], lifetime: 60_000 };
    token = (await issueToken(databaseUrl, issued)).secret;
  }, 180_000);
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it.each(requests("rows").map((block) => [block.place, block] as const))(
    "%s does what the page says",
    async (_place, block) => expect(follow(block, server.url, token)).resolves.toBeUndefined(),
  );
});
