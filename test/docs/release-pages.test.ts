import { readFileSync } from "node:fs";
import { join } from "node:path";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import ts from "typescript-6.0";
import { afterEach, beforeEach, expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { type GeneratedReleases, generatedReleases } from "../versions/generated-releases.js";
import { curlRequest } from "./curl-request.js";
import { documentedAddress } from "./run-snippet.js";
import { shellCommands } from "./shell-commands.js";
import { snippetsOf, type Snippet } from "./snippets.js";

let releases: GeneratedReleases;
let server: RunningServer | undefined;

beforeEach(() => void (releases = generatedReleases()));
afterEach(async () => {
  await server?.close();
  server = undefined;
  releases.dispose();
});

/** Blocks run from top to bottom: files make a release, and the requests behind them are sent to it. */
it.each([
  ["docs/versions.md", 5],
  ["docs/hooks.md", 2],
])("%s does what it says", { timeout: 240_000 }, async (page, least) => {
  const files = new Map<string, string>();
  let requests = 0;
  for (const block of snippetsOf(page, readFileSync(join(repositoryRoot, page), "utf8"))) {
    if (block.marks.includes("file")) files.set(...fileOf(block));
    if (!block.marks.includes("releases")) continue;
    if (files.size > 0) {
      await startRelease(files);
      files.clear();
    }
    requests += 1;
    await send(block);
  }
  expect(requests).toBeGreaterThanOrEqual(least);
});

async function startRelease(files: ReadonlyMap<string, string>): Promise<void> {
  await server?.close();
  const plugin = await releases.release(files);
  expect(compilerErrors(releases.folder)).toEqual([]);
  const databaseUrl = `file:${join(releases.folder, "..", "page.db")}`;
  server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog });
  await server.started;
  expect(server.unready()).toEqual([]);
}

function fileOf({ text }: Snippet): [path: string, text: string] {
  const path = /^\/\/ (\S+)\n/.exec(text)?.[1];
  if (path === undefined) throw new SyntaxError("A file's block begins with its path");
  return [path, text];
}

/** Sends the block's requests; the page has the last answer, or parts of it. */
async function send({ place, text, output }: Snippet): Promise<void> {
  let answer: unknown;
  for (const { words, comment } of shellCommands(text)) {
    const { url, method, headers, body } = curlRequest(words);
    const init = {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body: body ?? null,
    };
    const response = await fetch(`${server?.url}${url.slice(documentedAddress.length)}`, init);
    answer = await response.json();
    const wanted = /^\d{3}$/.exec(comment)?.[0] ?? "200";
    expect(`${response.status} ${JSON.stringify(answer)}`, place).toMatch(new RegExp(`^${wanted} `));
  }
  if (output !== undefined) expect(answer, place).toMatchObject(JSON.parse(output) as object);
}

/** The plugin as it stands, generated code included. */
function compilerErrors(folder: string): readonly string[] {
  const program = ts.createProgram([join(folder, "src/generated/plugin.ts")], {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    types: ["node"],
    typeRoots: [join(repositoryRoot, "node_modules/@types")],
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
