import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { runCmgen } from "../cli/run-cmgen.js";
import { greetedVersion, peopleFolder, startPeopleService, type PeopleService } from "../people/people-service.js";
import { createDatabase } from "../postgres/create-database.js";
import { consoleCommands } from "./console-session.js";
import { shellCommands } from "./shell-commands.js";
import { readSnippets } from "./snippets.js";

const blocks = readSnippets().filter(
  ({ place, language }) => language === "console" && place.startsWith("docs/export-and-import.md"),
);
const sessions = blocks.filter(({ marks }) => !marks.includes("as-is"));
const folder = mkdtempSync(join(tmpdir(), "cmgen-page-"));
let service: PeopleService;

beforeAll(async () => {
  service = await startPeopleService();
  await vi.waitFor(async () => expect(await greetedVersion(service.url)).toBe(2), { timeout: 20_000 });
  vi.stubEnv("CMGEN_SERVER", service.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.stop();
  rmSync(folder, { recursive: true });
});

it.each(sessions.map(({ place, text }) => [place, text] as const))("%s is as printed", async (_place, text) => {
  for (const { line, printed } of consoleCommands(text)) {
    const [, ...args] = shellCommands(line)[0]?.words ?? [];
    const { out, error } = await runCmgen(args, { workingFolder: folder });
    expect(out.replaceAll("\r\n", "\n") + error).toBe(printed);
  }
});

/** A plugin's folder, with a database of its own in it, as an operator has it. */
async function pluginWithDatabase(root: string): Promise<void> {
  cpSync(peopleFolder, root, { recursive: true, filter: (path) => !/node_modules|\.data/.test(path) });
  symlinkSync(join(repositoryRoot, "node_modules"), join(root, "node_modules"), "dir");
  mkdirSync(join(root, ".data"));
  const filled = await startPeopleService({ CMGEN_DATABASE_URL: `file:${join(root, ".data/people.db")}` });
  await vi.waitFor(async () => expect(await greetedVersion(filled.url)).toBe(2), { timeout: 20_000 });
  await filled.stop();
}

it("a database is moved from SQLite to PostgreSQL as is printed", async () => {
  const session = blocks.find(({ marks }) => marks.includes("as-is"));
  if (session === undefined) throw new Error("The page has no such session");
  const root = join(folder, "plugin");
  await pluginWithDatabase(root);
  const database = await createDatabase();
  const { host, pathname } = new URL(database);
  vi.stubEnv("CMGEN_DATABASE_URL", "");
  for (const { line, printed } of consoleCommands(session.text)) {
    const [, ...args] = (shellCommands(line)[0]?.words ?? []).map((word) =>
      word.startsWith("postgresql:") ? database : word,
    );
    const { code, out, error } = await runCmgen(args, { workingFolder: root });
    const shown = out.replaceAll(`${host}${pathname}`, "db.example.com:5432/people").replaceAll(/^applied .*\n/gm, "");
    // Each release of the example has more.
    const counted = (text: string): string => text.replaceAll(/^\d+ migrations/gm, "<count> migrations");
    expect([code, counted(shown + error)]).toEqual([0, counted(printed)]);
  }
});
