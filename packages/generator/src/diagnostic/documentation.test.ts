import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { describe, expect, test } from "vitest";

import { check } from "../check/check.js";
import { defaultConfig } from "../config/resolved-config.js";
import { checkManifests } from "../manifests/check-manifests.js";
import { writePlugin } from "../read/plugin.test.fixture.js";
import { readProject } from "../read/read-project.js";
import type { CatalogueEntry } from "./catalogue/catalogue-entry.js";
import { catalogue } from "./catalogue/catalogue.js";
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

/** A page's files: each `ts` or `yaml` block starts with a comment that says its path. */
function parsePage(text: string): Page {
  const [example = "", fixed = ""] = text.split("\n## Fixed\n");
  return { example: filesIn(example), fixed: filesIn(fixed) };
}

function filesIn(text: string): Readonly<Record<string, string>> {
  const blocks = text.matchAll(/^```(?:ts|yaml)\n(?:\/\/|#) (\S+)\n(.*?)^```$/gms);
  return Object.fromEntries(Array.from(blocks, ([, path = "", source = ""]) => [path, source]));
}

/** The page as it should be: the catalogue's sentences at the head, and what cmgen prints of the example. */
async function renderPage(code: string, { severity, message, fix }: CatalogueEntry, text: string): Promise<string> {
  const { printed } = await run(parsePage(text).example);
  const head = `# ${code}\n\n**${severity === "error" ? "Error" : "Warning"}.** ${message} ${fix}\n\n`;
  const body = text.replace(/^# [^\n]*\n+/, "").replace(/^\*\*(?:Error|Warning)\.\*\*[^\n]*\n+/, "");
  return head + body.replace(/^```text\n.*?^```$/ms, () => `\`\`\`text\n${printed}\`\`\``);
}

interface Findings {
  readonly codes: readonly string[];
  readonly printed: string;
}

/** Reads and checks a plugin; an example is plain, so nothing of another kind may come along. */
async function run(files: Readonly<Record<string, string>>): Promise<Findings> {
  const root = writePlugin(files);
  try {
    const { project, diagnostics, sources } = readProject(root, defaultConfig);
    const ofModels = [...diagnostics, ...check(project, defaultConfig)];
    const manifests = ofModels.length > 0 ? { diagnostics: [], texts: [] } : await checkManifests(root, project);
    const found = sortDiagnostics([...ofModels, ...manifests.diagnostics]);
    const texts = new Map([...sources, ...manifests.texts]);
    return {
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

describe.each(entries)("%s", (code, entry) => {
  test("its page says what the catalogue says, and what cmgen prints of the example", async () => {
    await assertPage(`${code}.md`, (text) => renderPage(code, entry, text));
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
  const rows = entries.map(
    ([code, { severity, message }]) => `| [${code}](${code}.md) | ${severity} | ${message.replaceAll("|", "\\|")} |`,
  );
  const table = ["| code | severity | what is wrong |", "|---|---|---|", ...rows].join("\n");
  await assertPage("README.md", (text) => `${text.slice(0, text.indexOf("| code"))}${table}\n`);
});
