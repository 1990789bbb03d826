import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { buildPlugin } from "../references/build-plugin.js";
import { readSnippets } from "./snippets.js";

const folder = mkdtempSync(join(tmpdir(), "cmgen-modelling-page-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("docs/modelling.md: its declarations are generated and compiled together", { timeout: 120_000 }, async () => {
  const page = readSnippets().filter(({ place }) => place.startsWith("docs/modelling.md"));
  const typescript = page.filter(({ language }) => language === "ts");
  expect(typescript.filter(({ marks }) => !marks.includes("file"))).toEqual([]);
  const sources = new Map(typescript.map(({ text }) => [/^\/\/ (\S+)/.exec(text)?.[1] ?? "", text]));
  expect(sources.size).toBe(typescript.length);
  const config =
    'import { defineConfig } from "cmgen";\n\nexport default defineConfig({ api: "guide.example.com/v1" });\n';
  const { plugin } = await buildPlugin(folder, new Map([...sources, ["cmgen.config.ts", config]]));
  expect(plugin.resources.length).toBe(sources.size);
});
