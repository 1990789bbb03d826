import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { greetedVersion, peopleFolder, startPeopleService, type PeopleService } from "../people/people-service.js";
import { compileErrors } from "./compile-snippets.js";
import { curlRequest } from "./curl-request.js";
import { documentedAddress, runSnippet } from "./run-snippet.js";
import { shellCommands, type ShellCommand } from "./shell-commands.js";
import { marksOfOtherPlugins, readSnippets, type Snippet } from "./snippets.js";

const snippets = readSnippets();
/** What is about access needs a plugin that has it. */
const elsewhere = [...marksOfOtherPlugins, "access"];
const typescript = snippets.filter(
  ({ language, marks }) =>
    ["ts", "tsx"].includes(language) && ![...elsewhere, "error"].some((mark) => marks.includes(mark)),
);
/** Lines that do not compile, behind the block that they go on from. */
const mistakes = snippets.filter(({ marks }) => marks.includes("error"));
/** Requests of these are sent by the tests of their pages. */
const otherServices = ["releases", "tutorial", "sign-in", "tenants", "recipes", "rows", "strapi"];
const executed = snippets.filter(
  ({ language, marks }) =>
    (language === "bash" && !otherServices.some((mark) => marks.includes(mark))) ||
    (language === "ts" && marks.includes("run")),
);
const pages = [...new Set(executed.map(pageOf))];

describe("the pages' TypeScript", () => {
  it("compiles", async () => {
    expect(new Set(typescript.map(({ language }) => language))).toEqual(new Set(["ts", "tsx"]));
    expect(await compileErrors(typescript)).toEqual([]);
  });

  it.each(mistakes.map((mistake) => [mistake.place, mistake] as const))(
    "says what is wrong at %s",
    async (_, mistake) => {
      const before = snippets[snippets.indexOf(mistake) - 1] ?? expect.unreachable();
      const errors = await compileErrors([{ ...mistake, text: before.text + mistake.text }]);
      // A long type is shortened by … on the page.
      const parts = (mistake.output ?? expect.unreachable()).trim().split("…");
      const shown = new RegExp(parts.map((part) => escapePattern(part)).join(".*"));
      expect(errors.join("\n")).toMatch(shown);
    },
  );

  it("would not compile if it were wrong", async () => {
    const wrong = { place: "x:1", language: "ts", marks: [], text: 'const a: number = "b";\nexport { a };\n' };
    expect(await compileErrors([wrong])).toEqual([
      "x:1: line 1 of the block: Type 'string' is not assignable to type 'number'.",
    ]);
  });
});

/** Each page has a service of its own, so that its blocks, which run from top to bottom, find what the page says. */
describe.each(pages)("the blocks of %s against a people service", (page) => {
  let service: PeopleService;
  const folder = mkdtempSync(join(peopleFolder, "dist", "snippets-"));

  beforeAll(async () => {
    service = await startPeopleService();
    await vi.waitFor(async () => expect(await greetedVersion(service.url)).toBe(2), { timeout: 20_000 });
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await service.stop();
  });

  const blocks = executed.filter((snippet) => pageOf(snippet) === page);
  it.each(blocks.map((block) => [block.place, block] as const))("%s does what the page says", async (_place, block) => {
    if (block.language === "bash") {
      const answers = await answersOf(block, service.url);
      expect(answers.filter(({ isDocumented }) => !isDocumented)).toEqual([]);
      if (block.output !== undefined)
        expect(JSON.parse(answers.at(-1)?.text ?? "")).toMatchObject(JSON.parse(block.output) as object);
      return;
    }
    const { stdout, stderr } = await runSnippet(block, { folder, baseUrl: service.url });
    expect(stderr).toBe("");
    if (block.output !== undefined) expect(stdout).toBe(block.output);
  });
});

it("executes requests and programs", () => {
  expect(new Set(executed.map(({ language }) => language))).toEqual(new Set(["bash", "ts"]));
});

describe("the pages' commands", () => {
  const commands = snippets.filter(({ language }) => language === "sh").flatMap(({ text }) => shellCommands(text));
  const npmScripts = commands.filter(({ words }) => words[0] === "npm" && words[1] === "run");

  it("name scripts that exist", () => {
    const known = new Set(
      ["package.json", "examples/people/package.json", "templates/scaffold/package.json"].flatMap(scriptsOf),
    );
    expect(npmScripts.map(({ words }) => words[2] ?? "").filter((name) => !known.has(name))).toEqual([]);
    expect(npmScripts.length).toBeGreaterThan(0);
  });
});

interface DocumentedAnswer {
  readonly request: string;
  readonly text: string;
  readonly isDocumented: boolean;
}

async function answersOf({ text, output }: Snippet, base: string): Promise<readonly DocumentedAnswer[]> {
  const answers: DocumentedAnswer[] = [];
  for (const command of shellCommands(text)) answers.push(await answerOf(command, base, output !== undefined));
  return answers;
}

/**
 * Sends a documented request. A comment behind it that is a number is the status it must be answered with; else any success will do.
 */
async function answerOf({ words, comment }: ShellCommand, base: string, isShown: boolean): Promise<DocumentedAnswer> {
  const { url, method, headers, body } = curlRequest(words);
  const request = `${method} ${url}`;
  if (!url.startsWith(documentedAddress))
    return { request, text: `not below ${documentedAddress}`, isDocumented: false };
  const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]), body: body ?? null };
  const response = await fetch(base + url.slice(documentedAddress.length), init);
  const wanted = /^\d{3}$/.exec(comment)?.[0];
  const isDocumented = wanted === undefined ? response.ok : response.status === Number(wanted);
  if (isShown || !isDocumented) return { request, text: await response.text(), isDocumented };
  // A watch has no end.
  await response.body?.cancel();
  return { request, text: "", isDocumented };
}

function scriptsOf(path: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(repositoryRoot, path), "utf8")) as { readonly scripts: object };
  return Object.keys(manifest.scripts);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

function pageOf({ place }: Snippet): string {
  return place.slice(0, place.lastIndexOf(":"));
}
