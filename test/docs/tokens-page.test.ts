import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCmgen } from "../cli/run-cmgen.js";
import { peopleFolder, startPeopleService, type PeopleService } from "../people/people-service.js";
import { consoleCommands, withoutTimes } from "./console-session.js";
import { shellCommands } from "./shell-commands.js";
import { readSnippets } from "./snippets.js";

const sessions = readSnippets().filter(
  ({ place, language }) => language === "console" && place.startsWith("docs/tokens.md"),
);

/** The page's sessions, one after another, beside a service that has the database. */
describe("the page of tokens", () => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-tokens-"));
  let service: PeopleService;
  let id = "";

  beforeAll(async () => {
    expect(sessions).toHaveLength(2);
    const url = `file:${join(folder, "people.db")}`;
    service = await startPeopleService({ CMGEN_DATABASE_URL: url });
    vi.stubEnv("CMGEN_DATABASE_URL", url);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  it.each(sessions.map((session) => [session.place, session.text] as const))(
    "%s is as printed",
    async (_place, text) => {
      for (const { line, printed } of consoleCommands(text)) {
        const words = shellCommands(`${line}\n`)[0]?.words.slice(1) ?? [];
        const args = words.map((word) => (word === "9f86d08188" ? id : word));
        const { out, error } = await runCmgen(args, { workingFolder: peopleFolder });
        id = /\b[0-9a-f]{10}\b/.exec(out + error)?.[0] ?? "";
        expect(withoutSecrets(out + error)).toBe(withoutSecrets(printed));
      }
    },
  );
});

/** What is printed without what differs from run to run. */
function withoutSecrets(text: string): string {
  return withoutTimes(text)
    .replaceAll(/cmgen_[0-9A-Za-z]{49}/g, "<token>")
    .replaceAll(/\b[0-9a-f]{10}\b/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\dZ/g, "<time>");
}
