import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runCmgen } from "../cli/run-cmgen.js";
import { greetedVersion, startPeopleService, type PeopleService } from "../people/people-service.js";
import { consoleCommands } from "./console-session.js";
import { shellCommands } from "./shell-commands.js";
import { readSnippets } from "./snippets.js";

const sessions = readSnippets().filter(
  ({ place, language }) => language === "console" && place.startsWith("docs/export-and-import.md"),
);
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
