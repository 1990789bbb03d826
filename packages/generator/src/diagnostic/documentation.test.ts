import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { describe, expect, test } from "vitest";

import { check } from "../check/check.js";
import { loadConfig } from "../config-file/load-config.js";
import { checkManifests } from "../manifests/check-manifests.js";
import { latestState } from "../migrate/latest-state.js";
import { readHistory } from "../migrate/read-history.js";
import { renamedModels } from "../migrate/renamed-models.js";
import { writePlugin } from "../read/plugin.test.fixture.js";
import { readProject } from "../read/read-project.js";
import type { CatalogueEntry } from "./catalogue/catalogue-entry.js";
import { catalogue } from "./catalogue/catalogue.js";
import type { Diagnostic } from "./diagnostic.js";
import { printDiagnostic } from "./print-diagnostic.js";
import { sortDiagnostics } from "./sort-diagnostics.js";

/** With UPDATE_GOLDENS=1 what is generated of the pages is written instead of compared. */
const recording = process.env["UPDATE_GOLDENS"] === "1";
const folder = resolve(import.meta.dirname, "../../../../docs/diagnostics");
const entries = Object.entries(catalogue) as [string, CatalogueEntry][];

interface Page {
  /** Files of the plugin that has the problem, by path. */
  readonly example: Readonly<Record<string, string>>;
  readonly fixed: Readonly<Record<string, string>>;
}

/** A page's files: each `ts`, `jsonc`, `yaml` or `sql` block starts with a comment that says its path. */
function parsePage(text: string): Page {
  const [example = "", fixed = ""] = text.split("\n## Fixed\n");
  return { example: filesIn(example), fixed: filesIn(fixed) };
}

function filesIn(text: string): Readonly<Record<string, string>> {
  const blocks = text.matchAll(/^```(?:ts|jsonc|yaml|sql)\n(?:\/\/|#|--) (\S+)\n(.*?)^```$/gms);
  return Object.fromEntries(Array.from(blocks, ([, path = "", source = ""]) => [path, source]));
}

/** The page as it should be: at its head what is wrong with the example, without holes, and what cmgen prints of it. */
async function renderPage(code: string, text: string): Promise<string> {
  const { found, printed } = await run(parsePage(text).example);
  const { severity, message, fix } = found[0] ?? expect.unreachable(`The example of ${code} has no problem`);
  // Code that a fix shows is in what is printed.
  const [advice = ""] = fix.split("\n\n");
  const head = `# ${code}\n\n**${severity === "error" ? "Error" : "Warning"}.** ${message} ${advice}\n\n`;
  const body = text.replace(/^# [^\n]*\n+/, "").replace(/^\*\*(?:Error|Warning)\.\*\*[^\n]*\n+/, "");
  return head + body.replace(/^```text\n.*?^```$/ms, () => `\`\`\`text\n${printed}\`\`\``);
}

interface Outcome {
  readonly found: readonly Diagnostic[];
  readonly codes: readonly string[];
  readonly printed: string;
}

/** Outcomes by what was read: each example is asked for several times. */
const outcomes = new Map<string, Promise<Outcome>>();

function run(files: Readonly<Record<string, string>>): Promise<Outcome> {
  const key = JSON.stringify(files);
  const outcome = outcomes.get(key) ?? readAndCheck(files);
  outcomes.set(key, outcome);
  return outcome;
}

/** Reads and checks a plugin; an example is plain, so nothing of another kind may come along. */
async function readAndCheck(files: Readonly<Record<string, string>>): Promise<Outcome> {
  const root = writePlugin(files);
  try {
    const config = await loadConfig(root);
    const { project, diagnostics, sources } = readProject(root, config);
    const ofModels = [...diagnostics, ...check(project, config)];
    const manifests = ofModels.length > 0 ? { diagnostics: [], texts: [] } : await checkManifests(root, project);
    const { ends, schema } = latestState(readHistory(join(root, "prisma/migrations")));
    const renamed = renamedModels(project, { shapes: [...ends.values()].map(({ models = [] }) => models), schema });
    const found = sortDiagnostics([...ofModels, ...manifests.diagnostics, ...renamed]);
    const texts = new Map([...sources, ...manifests.texts]);
    return {
      found,
      codes: [...new Set(found.map(({ code }) => code))],
      printed: found.map((diagnostic) => printDiagnostic(diagnostic, { sources: texts, columns: 100 })).join("\n"),
    };
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Compares a page with what it should be, or writes that. */
async function assertPage(name: string, expected: (text: string) => string | Promise<string>): Promise<void> {
  const path = join(folder, name);
  if (recording) writeFileSync(path, await expected(readFileSync(path, "utf8")));
  const text = readFileSync(path, "utf8");
  expect(text).toBe(await expected(text));
}

describe.each(entries)("%s", (code) => {
  test("its page says what is wrong with the example, and what cmgen prints of it", async () => {
    await assertPage(`${code}.md`, (text) => renderPage(code, text));
  });

  test("its example has this problem and no other, and the fixed one has none", async () => {
    const { example, fixed } = parsePage(readFileSync(join(folder, `${code}.md`), "utf8"));
    expect((await run(example)).codes).toEqual([code]);
    expect((await run(fixed)).codes).toEqual([]);
  });
});

test("every page is of a code", () => {
  const pages = readdirSync(folder).filter((name) => name !== "README.md");
  expect(pages.toSorted()).toEqual(entries.map(([code]) => `${code}.md`).toSorted());
});

test("the list of all codes is whole", async () => {
  const rows: string[] = [];
  for (const [code, { severity = "error" }] of entries) {
    rows.push(`| [${code}](${code}.md) | ${severity} | ${await headOf(code)} |`);
  }
  const table = ["| code | severity | what it says, for example |", "|---|---|---|", ...rows].join("\n");
  await assertPage("README.md", (text) => `${text.slice(0, text.indexOf("| code"))}${table}\n`);
});

test("the pages and the list show no holes of templates", () => {
  const list = readFileSync(join(folder, "README.md"), "utf8").split("\n");
  const shown = entries.flatMap(([code, { message, fix }]) => {
    const [, , head = ""] = readFileSync(join(folder, `${code}.md`), "utf8").split("\n");
    const row = list.find((line) => line.startsWith(`| [${code}]`)) ?? "";
    const holes = [...`${message} ${fix}`.matchAll(/\{\w+\}/g)].map(([hole]) => hole);
    return holes.filter((hole) => `${head} ${row}`.includes(hole)).map((hole) => `${code} ${hole}`);
  });
  expect(shown).toEqual([]);
});

/** What the page of a code says at its head is wrong, as a cell of a table. */
async function headOf(code: string): Promise<string> {
  const text = readFileSync(join(folder, `${code}.md`), "utf8");
  const { found } = await run(parsePage(text).example);
  return (found[0]?.message ?? "").replaceAll("|", "\\|").replaceAll("\n", " ");
}
