import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { createWorkspace } from "../golden/harness/workspace.js";
import { printSession, terminalSessions } from "./terminal-sessions.js";

const golden = join(import.meta.dirname, "terminal-output.txt");
const workspace = createWorkspace();
afterAll(() => workspace.dispose());

test("what the main commands and the likeliest mistakes print", async () => {
  const printed: string[] = [];
  for (const session of terminalSessions) printed.push(await printSession(session, join(workspace.folder, "people")));
  const text = printed.join("");
  // With UPDATE_GOLDENS=1 it is written instead of compared.
  if (process.env["UPDATE_GOLDENS"] === "1") writeFileSync(golden, text);
  expect(text).toBe(readFileSync(golden, "utf8"));
});
