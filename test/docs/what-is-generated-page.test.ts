import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCmgen } from "../cli/run-cmgen.js";
import { scaffoldPlugin } from "../scaffold/scaffolded-plugin.js";
import { readSnippets, type Snippet } from "./snippets.js";

const folder = mkdtempSync(join(tmpdir(), "cmgen-what-is-generated-"));
const blocks = readSnippets().filter(({ place }) => place.startsWith("docs/what-is-generated.md"));
let plugin: string;
let printed = "";

beforeAll(async () => {
  plugin = await scaffoldPlugin(folder, "library", "--empty");
});
afterAll(() => rmSync(folder, { recursive: true }));

it("shows parts of what is generated from its declarations", { timeout: 120_000 }, async () => {
  for (const block of blocks) {
    if (block.marks[0] === "step") await generateFrom(block);
    else if (block.marks[0] === "files") expect(`${generatedFiles().join("\n")}\n`).toBe(block.text);
    else expect(shownIn(block), block.place).toContain(block.text);
  }
  expect(blocks.length).toBeGreaterThan(10);
});

async function generateFrom({ text }: Snippet): Promise<void> {
  mkdirSync(join(plugin, "src", "models"), { recursive: true });
  writeFileSync(join(plugin, "src", "models", "book.ts"), text);
  const { out, error } = await runCmgen(["generate"], { workingFolder: plugin });
  printed = out + error;
}

/** What there is besides what `cmgen init` wrote, with the times of migrations left out. */
function generatedFiles(): readonly string[] {
  const files = readdirSync(plugin, { recursive: true, encoding: "utf8" }).filter((path) =>
    /^(cmgen-plugin|openapi)\.json$|^(prisma|src\/generated)\/.*\.\w+$/.test(path),
  );
  return files.map((path) => path.replace(/\d{14}_/, "<time>_")).toSorted();
}

/** Where the block's lines are: in a file, in a migration, or on the screen. */
function shownIn({ marks: [kind, path = ""] }: Snippet): string {
  if (kind === "prints") return printed;
  if (kind !== "in") throw new SyntaxError("A block says what it is a part of");
  const place = join(plugin, path);
  if (!statSync(place).isDirectory()) return readFileSync(place, "utf8");
  const scripts = readdirSync(place, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".sql"));
  return scripts.map((script) => readFileSync(join(place, script), "utf8")).join("\n");
}
