import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog, startServer, type Plugin } from "@cmgen/runtime";
import { afterAll, expect, it } from "vitest";
import { buildPlugin } from "../references/build-plugin.js";
import { follow } from "./follow-requests.js";
import { readSnippets } from "./snippets.js";

const folder = mkdtempSync(join(tmpdir(), "cmgen-declaring-pages-"));
afterAll(() => rmSync(folder, { recursive: true }));

const config =
  'import { defineConfig } from "cmgen";\n\nexport default defineConfig({ api: "blog.example.com/v1" });\n';
const blocksOf = (page: string) => readSnippets().filter(({ place }) => place.startsWith(page));

/** All files of a page as one plugin, which the generator and the compiler accept. */
async function build(page: string): Promise<{ readonly plugin: Plugin; readonly models: number }> {
  const typescript = blocksOf(page).filter(({ language }) => language === "ts");
  expect(typescript.filter(({ marks }) => !marks.includes("file"))).toEqual([]);
  const sources = new Map(typescript.map(({ text }) => [/^\/\/ (\S+)/.exec(text)?.[1] ?? "", text]));
  expect(sources.size).toBe(typescript.length);
  const own = join(folder, page.replaceAll(/\W+/g, "-"));
  const { plugin } = await buildPlugin(own, new Map([...sources, ["cmgen.config.ts", config]]));
  return { plugin, models: [...sources.keys()].filter((path) => path.startsWith("src/models/")).length };
}

it.each(["docs/modelling.md", "docs/coming-from-crds.md"])(
  "%s: its declarations are generated and compiled together",
  { timeout: 120_000 },
  async (page) => {
    const { plugin, models } = await build(page);
    expect(plugin.resources.length).toBe(models);
    expect(models).toBeGreaterThan(0);
  },
);

it("docs/coming-from-strapi.md: its requests are answered as it says", { timeout: 120_000 }, async () => {
  const { plugin } = await build("docs/coming-from-strapi.md");
  const server = await startServer({
    plugins: [plugin],
    root: plugin.root,
    port: 0,
    databaseUrl: ":memory:",
    log: silentLog,
  });
  await server.started;
  const create = async (plural: string, name: string, spec: object): Promise<void> => {
    const answer = await fetch(`${server.url}/apis/blog.example.com/v1/${plural}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ metadata: { name }, spec }),
    });
    expect([plural, answer.status]).toEqual([plural, 201]);
  };
  await create("authors", "ann", { name: "Ann" });
  await create("authors", "bob", { name: "Bob" });
  await create("articles", "tea", { title: "Tea", slug: "tea", author: "ann" });
  await create("articles", "coffee", { title: "Coffee", slug: "coffee", author: "bob", state: "written" });
  await create("articles", "milk", { title: "Milk", slug: "milk" });

  const blocks = blocksOf("docs/coming-from-strapi.md").filter(({ language }) => language === "bash");
  expect(blocks).toHaveLength(1);
  for (const block of blocks) await follow(block, server.url);

  // The selectors of the table, by the articles that each selects.
  const selected: readonly (readonly [selector: string, names: readonly string[]])[] = [
    ["spec.title=Tea", ["tea"]],
    ["spec.title!=Tea", ["coffee", "milk"]],
    ["spec.title^=Te", ["tea"]],
    ["spec.state in (idea,written)", ["coffee", "milk", "tea"]],
    ["!spec.author", ["milk"]],
    ["(spec.title=Coffee|spec.state=idea)", ["coffee", "milk", "tea"]],
    ["spec.author in authors(spec.name=Ann).metadata.name", ["tea"]],
  ];
  for (const [selector, names] of selected) {
    const query = `fieldSelector=${encodeURIComponent(selector)}&sort=metadata.name`;
    const answer = await fetch(`${server.url}/apis/blog.example.com/v1/articles?${query}`);
    const { items } = (await answer.json()) as { readonly items: readonly { metadata: { name: string } }[] };
    expect([selector, items.map(({ metadata }) => metadata.name)]).toEqual([selector, names]);
  }
  await server.close();
});
