import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { runSnippet } from "../docs/run-snippet.js";
import { snippetsOf, type Snippet } from "../docs/snippets.js";
import type { ReferencesPlugin } from "./build-plugin.js";
import { startReferences, temporaryPlugin, type ReferencesServer } from "./references-server.js";

const page = readFileSync(join(repositoryRoot, "docs/references.md"), "utf8");
const blocks = snippetsOf("references.md", page).filter(({ language }) => language === "ts");
const pathOf = ({ text }: Snippet): string | undefined => /^\/\/ (src\/\S+)\n/.exec(text)?.[1];
const programs = blocks.filter((block) => pathOf(block) === undefined);

let built: ReferencesPlugin & { readonly folder: string; dispose(): void };
let service: ReferencesServer;

beforeAll(async () => {
  // The programs are compiled with the plugin, by its own options.
  const sources = blocks.map((block, at): [string, string] => [pathOf(block) ?? `src/program-${at}.ts`, block.text]);
  built = await temporaryPlugin(new Map(sources));
  service = await startReferences(built, "sqlite");
  mkdirSync(join(built.folder, "dist/programs"));
});
afterAll(async () => {
  await service.server.close();
  built.dispose();
});

it("has models and programs", () => {
  expect(blocks.length - programs.length).toBe(2);
  expect(programs.length).toBeGreaterThan(2);
});

it.each(programs.map((block) => [block.place, block] as const))(
  "%s prints what the page says",
  async (_place, block) => {
    const folder = join(built.folder, "dist/programs");
    const { stdout, stderr } = await runSnippet(block, { folder, baseUrl: service.server.url });
    expect(stderr).toBe("");
    expect(stdout).toBe(block.output);
  },
);
