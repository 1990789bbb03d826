import type { GenerateResult } from "@cmgen/generator";
import { expect, test } from "vitest";

import type { Terminal } from "../terminal.js";
import { reportGithub } from "./report-github.js";

const result: GenerateResult = {
  status: "invalid",
  diagnostics: [
    {
      code: "CM3001",
      severity: "error",
      message: "100% wrong: `a, b`.",
      fix: "Fix\nit.",
      span: { file: "src/models/a,b.ts", start: { line: 3, column: 5 }, end: { line: 3, column: 9 } },
    },
    { code: "CM1000", severity: "warning", message: "Beware.", fix: "Fix it." },
  ],
  sources: new Map(),
  changes: [],
  conflicts: [],
  losses: [],
  named: [],
  broken: [],
  unchanged: 0,
  folders: [],
};

async function annotations(repository: string | undefined, more: Partial<GenerateResult> = {}): Promise<string[]> {
  let out = "";
  const terminal: Terminal = {
    workingFolder: "/repository/plugins/people",
    repository,
    columns: 80,
    color: false,
    now: () => new Date(),
    interrupted: () => new AbortController().signal,
    out: (text) => (out += text),
    error: () => undefined,
  };
  await reportGithub({ ...result, ...more }, terminal);
  return out.split("\n").filter((line) => line.startsWith("::"));
}

test("problems are annotations at their lines, in the repository's paths", async () => {
  expect(await annotations("/repository")).toEqual([
    "::error file=plugins/people/src/models/a%2Cb.ts,line=3,col=5,endLine=3,endColumn=9,title=CM3001::100%25 wrong: `a, b`.%0AFix%0Ait.",
    "::warning title=CM1000::Beware.%0AFix it.",
  ]);
});

test("outside of a workflow paths are the plugin's", async () => {
  const [first] = await annotations(undefined);
  expect(first).toContain("file=src/models/a%2Cb.ts,");
});

test("so are files that may not be touched", async () => {
  const conflicts = [{ path: "openapi.json", reason: "edited" }] as const;
  expect(await annotations("/repository", { status: "conflict", diagnostics: [], conflicts })).toEqual([
    "::error file=plugins/people/openapi.json::This generated file was edited, or is in the way.",
  ]);
});
