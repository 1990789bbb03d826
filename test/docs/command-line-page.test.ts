import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCmgen } from "../cli/run-cmgen.js";
import { greetedVersion, peopleFolder, startPeopleService, type PeopleService } from "../people/people-service.js";
import { consoleCommands, withoutTimes } from "./console-session.js";
import { shellCommands } from "./shell-commands.js";
import { readSnippets } from "./snippets.js";

const sessions = readSnippets().filter(
  ({ place, language }) => language === "console" && place.startsWith("docs/command-line.md"),
);

/** The page's sessions, one after another on one database. The service is started before the first that needs it. */
describe("the page of the command line", () => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-page-"));
  const file = join(folder, "people.db");
  let service: PeopleService | undefined;

  beforeAll(() => expect(sessions.length).toBeGreaterThan(5));

  afterAll(async () => {
    vi.unstubAllEnvs();
    await service?.stop();
    rmSync(folder, { recursive: true });
  });

  async function startService(): Promise<PeopleService> {
    const started = await startPeopleService({ CMGEN_DATABASE_URL: `file:${file}` });
    await expect.poll(() => greetedVersion(started.url), { timeout: 20_000 }).toBe(2);
    return started;
  }

  async function run(line: string): Promise<string> {
    const [command] = shellCommands(`${line}\n`);
    const [program, ...args] = command?.words ?? [];
    if (program === "sqlite3") {
      const database = new Database(file);
      database.exec(args[1] ?? "");
      database.close();
      return "";
    }
    expect(program).toBe("cmgen");
    const environment = { CMGEN_DATABASE_URL: `file:${file}`, CMGEN_SERVER: service?.url ?? "", PORT: "0" };
    for (const [variable, value] of Object.entries(environment)) vi.stubEnv(variable, value);
    const isClient = args[0] === "client";
    const given = isClient ? args.map((word) => word.replace("http://127.0.0.1:8090", service?.url ?? "")) : args;
    // A client is written into a project of its own.
    const { out, error } = await runCmgen(given, { workingFolder: isClient ? folder : peopleFolder });
    expect(error).toBe("");
    return out.replaceAll(file, ".data/people.db");
  }

  it.each(sessions.map((session) => [session.place, session.text] as const))(
    "%s is as printed",
    async (_place, text) => {
      for (const { line, printed } of consoleCommands(text)) {
        if (!line.startsWith("cmgen migrate")) service ??= await startService();
        if (line.includes("dan")) await leaveStuck(service?.url ?? "");
        expect(withoutTimes(await run(line))).toBe(withoutTimes(printed));
      }
    },
  );
});

/** Makes the person that the page tells of, and deletes it. */
async function leaveStuck(url: string): Promise<void> {
  const collection = `${url}/apis/people.example.com/v1alpha1/people`;
  const metadata = { name: "dan", finalizers: ["people.example.com/farewell"] };
  const body = JSON.stringify({ metadata, spec: { name: "Dan Dreyer" } });
  await fetch(collection, { method: "POST", headers: { "content-type": "application/json" }, body });
  await fetch(`${collection}/dan`, { method: "DELETE" });
}
