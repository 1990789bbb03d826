import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { peopleFolder, startPeopleService, type PeopleService } from "../people/people-service.js";
import { compileErrors, javascriptOf } from "./compile-snippets.js";
import { curlRequest } from "./curl-request.js";
import { shellCommands, type ShellCommand } from "./shell-commands.js";
import { readSnippets, type Snippet } from "./snippets.js";

/** Where the pages say the service is. */
const documented = "http://127.0.0.1:8090";

const snippets = readSnippets();
const typescript = snippets.filter(({ language }) => language === "ts");
const run = promisify(execFile);

describe("the pages' TypeScript", () => {
  it("compiles", () => {
    expect(typescript.length).toBeGreaterThan(3);
    expect(compileErrors(typescript)).toEqual([]);
  });

  it("would not compile if it were wrong", () => {
    const wrong = { place: "x:1", language: "ts", marks: [], text: 'const a: number = "b";\nexport { a };\n' };
    expect(compileErrors([wrong])).toEqual([
      "x:1: line 1 of the block: Type 'string' is not assignable to type 'number'.",
    ]);
  });
});

describe("the pages' blocks against a people service", () => {
  let service: PeopleService;
  const folder = mkdtempSync(join(peopleFolder, "dist", "snippets-"));

  beforeAll(async () => {
    service = await startPeopleService();
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await service.stop();
  });

  const bash = snippets.filter(({ language }) => language === "bash");
  it.each(bash.map((snippet) => [snippet.place, snippet] as const))(
    "%s is answered as it says",
    async (_place, snippet) => {
      const answers: string[] = [];
      for (const command of shellCommands(snippet.text)) {
        answers.push(...(await unexpectedAnswer(command, service.url)));
      }
      expect(answers).toEqual([]);
    },
  );

  const runnable = typescript.filter(({ marks }) => marks.includes("run"));
  it.each(runnable.map((snippet) => [snippet.place, snippet] as const))("%s runs", async (_place, snippet) => {
    const path = join(folder, `${snippet.place.replaceAll(/[^a-z0-9]+/gi, "-")}.mjs`);
    writeFileSync(path, besideTheOutput(snippet).replaceAll(documented, service.url));
    await expect(run(process.execPath, [path])).resolves.toMatchObject({ stderr: "" });
  });

  it("has both kinds", () => {
    expect([bash.length, runnable.length].every((count) => count > 0)).toBe(true);
  });
});

describe("the pages' commands", () => {
  const scripts = scriptsOf("package.json");
  const commands = snippets.filter(({ language }) => language === "sh").flatMap(({ text }) => shellCommands(text));
  const npmScripts = commands.filter(({ words }) => words[0] === "npm" && words[1] === "run");

  it("name scripts that exist", () => {
    const known = new Set([...scripts, ...scriptsOf("examples/people/package.json")]);
    expect(npmScripts.map(({ words }) => words[2] ?? "").filter((name) => !known.has(name))).toEqual([]);
    expect(npmScripts.length).toBeGreaterThan(0);
  });
});

/**
 * Sends a documented request; returns its answer where it is not the one documented. A comment behind it that is a number is the status
 * it must be answered with; else any success will do.
 */
async function unexpectedAnswer({ words, comment }: ShellCommand, base: string): Promise<readonly string[]> {
  const { url, method, headers, body } = curlRequest(words);
  if (!url.startsWith(documented)) return [`${url} is not below ${documented}`];
  const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]), body: body ?? null };
  const response = await fetch(base + url.slice(documented.length), init);
  const wanted = /^\d{3}$/.exec(comment)?.[0];
  const asDocumented = wanted === undefined ? response.ok : response.status === Number(wanted);
  return asDocumented ? [] : [`${method} ${url} -> ${response.status} ${await response.text()}`];
}

/** The block as JavaScript that lies in a folder beside the compiled plugin's own. */
function besideTheOutput(snippet: Snippet): string {
  return javascriptOf(snippet).replaceAll(/(from\s+")\.\//g, "$1../");
}

function scriptsOf(path: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(repositoryRoot, path), "utf8")) as { readonly scripts: object };
  return Object.keys(manifest.scripts);
}
