import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";

import type { Decision, RequestAttributes } from "@cmgen/runtime";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { plugin } from "../../examples/people/src/generated/plugin.js";
import { repositoryRoot } from "../boundaries/repository.js";
import { createWorkspace } from "../golden/harness/workspace.js";
import { startPeople } from "../server/people-server.js";
import { printSession, servedSessions, terminalSessions } from "./terminal-sessions.js";

const workspace = createWorkspace();
const root = join(workspace.folder, "people");

// What the machine's environment says must not come into the texts.
beforeAll(() => {
  const names = ["CMGEN_CONFIG", "CMGEN_CWD", "CMGEN_DATABASE_URL", "CMGEN_TOKEN", "EDITOR", "VISUAL"];
  for (const name of [...names, "HOST", "npm_config_user_agent"]) vi.stubEnv(name, "");
  vi.stubEnv("PORT", "0");
  vi.stubEnv("XDG_CONFIG_HOME", join(workspace.folder, "no-contexts"));
});
afterAll(() => {
  vi.unstubAllEnvs();
  workspace.dispose();
});

test("what the main commands and the likeliest mistakes print", async () => {
  const printed: string[] = [];
  for (const session of terminalSessions) printed.push(await printSession(session, root));
  const text = printed.join("");
  expect(text).toBe(golden("terminal-output.txt", text));
});

test("what the commands for a running service print", async () => {
  const controllers = { plugins: [{ ...plugin, controllers: [] }] };
  // Who sends a token must have the right one.
  const authorizer = ({ headers }: RequestAttributes): Decision =>
    headers.authorization === undefined ? { decision: "allow" } : { decision: "unauthorized" };
  const server = await startPeople("sqlite", { ...controllers, authorizer });
  vi.stubEnv("CMGEN_SERVER", server.url);
  const printed: string[] = [];
  for (const session of servedSessions) printed.push(await printSession(session, root, () => new Date()));
  await server.close();
  const stopped = {
    title: "A service that does not run",
    files: new Map<string, string>(),
    commands: [["get", "people"]],
  };
  printed.push(await printSession(stopped, root));
  printed.push(await printTakenPort());
  const text = printed
    .join("")
    .replaceAll(new URL(server.url).host, "127.0.0.1:8090")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-01-31T09:59:59.000Z")
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "9d0c9c0e-5a0e-4f0e-8f0e-2d3c4b5a6978")
    .replaceAll(/\b\d+s\b/g, "5s");
  expect(text).toBe(golden("terminal-output.served.txt", text));
});

/** By a process: the service has the terminal of the command. */
async function printTakenPort(): Promise<string> {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const port = String((other.address() as AddressInfo).port);
  const cmgen = join(repositoryRoot, "packages/cli/bin/cmgen.js");
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [cmgen, "start", "--port", port, "--database-url", ":memory:"],
    { cwd: join(repositoryRoot, "examples/people"), encoding: "utf8", env: { ...process.env, LOG_LEVEL: "error" } },
  );
  other.close();
  const text = `## A port in use\n\n$ cmgen start --port ${port}\n${stdout}${stderr}[ends with ${status}]\n\n`;
  return text.replaceAll(port, "8090");
}

/** The text that is to be printed; with UPDATE_GOLDENS=1 what is printed becomes that. */
function golden(name: string, printed: string): string {
  const path = join(import.meta.dirname, name);
  if (process.env["UPDATE_GOLDENS"] === "1") writeFileSync(path, printed);
  return readFileSync(path, "utf8");
}
