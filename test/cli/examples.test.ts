import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { plugin } from "../../examples/people/src/generated/plugin.js";
import { addCommands } from "../../packages/cli/src/add/add-commands.js";
import { commandGroups } from "../../packages/cli/src/commands/commands.js";
import { repositoryRoot } from "../boundaries/repository.js";
import { readTree, writeTree } from "../golden/harness/file-tree.js";
import { createWorkspace } from "../golden/harness/workspace.js";
import { startPeople } from "../server/people-server.js";
import { runCmgen } from "./run-cmgen.js";

const workspace = createWorkspace();
const generated = join(workspace.folder, "generated");
const author = join(workspace.folder, "people");
const example = join(repositoryRoot, "examples/people");
const empty = mkdtempSync(join(tmpdir(), "cmgen-examples-"));
let server: RunningServer;

beforeAll(async () => {
  await writePlugin(generated);
  server = await startPeople("sqlite", { plugins: [{ ...plugin, controllers: [] }] });
  const variables = { XDG_CONFIG_HOME: empty, CMGEN_SERVER: server.url, CMGEN_TOKEN: "", CMGEN_DATABASE_URL: "" };
  for (const [name, value] of Object.entries({ ...variables, PORT: "0", VISUAL: "", EDITOR: "true" }))
    vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  workspace.dispose();
  rmSync(empty, { recursive: true });
});

const commands = [...commandGroups.flatMap((group) => group.commands), ...addCommands];
const examples = commands.flatMap(({ usage, examples: given }) => given.map(([line]) => [usage, line] as const));

test("every command has two", () => {
  for (const command of commands) expect([command.usage, command.examples.length >= 2]).toEqual([command.usage, true]);
});

/** The words of a line, as a shell takes it apart. */
function words(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

const person = "apiVersion: people.example.com/v1alpha1\nkind: Person\nmetadata: { name: eve }\nspec: { name: Eve }\n";

/** A plugin of people and invoices, as it was generated. */
async function writePlugin(folder: string): Promise<void> {
  writeTree(folder, readTree(join(repositoryRoot, "test/golden/person/input")));
  rmSync(join(folder, "extensions/people.yaml"));
  const ann = person.replaceAll("eve", "ann").replaceAll("Eve", "Ann");
  writeTree(
    folder,
    new Map([
      ["package.json", '{ "name": "@example/people" }'],
      ["cmgen.config.ts", "export default { tenants: true };\n"],
      ["extensions/ann.yaml", ann],
    ]),
  );
  await runCmgen(["add", "model", "Invoice", "number:string"], { workingFolder: folder });
  expect(await runCmgen(["generate"], { workingFolder: folder })).toMatchObject({ code: 0, error: "" });
}

/** What is served, and what is read, is there before each. */
async function prepare(): Promise<void> {
  rmSync(author, { recursive: true, force: true });
  cpSync(generated, author, { recursive: true });
  const collection = `${server.url}/apis/people.example.com/v1alpha1/people`;
  await fetch(collection, { method: "DELETE" });
  for (const name of ["ann", "bob"]) {
    const age = name === "ann" ? 43 : 17;
    await send(collection, "POST", "application/json", { metadata: { name }, spec: { name, age } });
    await send(`${collection}/${name}/status`, "PATCH", "application/merge-patch+json", { status: { greeting: "Hi" } });
  }
}

async function send(url: string, method: string, type: string, body: unknown): Promise<void> {
  const answer = await fetch(url, { method, headers: { "content-type": type }, body: JSON.stringify(body) });
  expect([answer.status, answer.ok]).toEqual([answer.status, true]);
}

/**
 * Those that go on, or want a machine or users of their own: that they are understood is seen by what they miss. test/cli/user.test.ts runs those
 * about users, and test/cli/as-is and test/backup those about whole databases.
 */
const unrun = /^(?:dev|start|upgrade|doctor|user|backup|restore)\b|^(?:ex|im)port --as-is\b/;
/**
 * Those that go on until standard input ends, which is the test's own, or until Ctrl-C: they are run with a mistake more.
 * test/server/agents.test.ts and console.test.ts run them.
 */
const served = /^(?:mcp|console)\b/;
/** Those that find something, or of an object that has to be gone first. */
const found: readonly RegExp[] = [/^diff/, /^migrate status$/, /^generate --(?:check|only)/, /^client .*--check/];
/** Those that a service without access, and of models without a history, refuses. */
const lacking = /^(?:access|history)\b/;
const replaced: readonly (readonly [string, string])[] = [
  ["http://127.0.0.1:8090", "URL"],
  ["wait people bob --for delete --timeout 2m", "wait people nobody --for delete --timeout 2m"],
  ["create -f extensions/ann.yaml", "create -f extensions/ann.yaml --dry-run=false"],
];

test.each(examples)("cmgen %s: %s", async (usage, line) => {
  if (unrun.test(line)) {
    const { code, error } = await runCmgen(words(line), { workingFolder: empty });
    expect([code, error]).toEqual([3, expect.stringContaining("There is no plugin here")]);
    return;
  }
  if (served.test(line)) {
    const { error } = await runCmgen([...words(line), "--timeout", "never"], { workingFolder: empty });
    expect(error).toMatch(/There is no context "production"|timeout/);
    return;
  }
  await prepare();
  const given = replaced.reduce((text, [from, to]) => text.replace(from, to), line).replace("URL", server.url);
  if (line.startsWith("context use"))
    await runCmgen(["context", "set", "local", "--server", server.url], { workingFolder: author });
  if (line.startsWith("add model Invoice")) rmSync(join(author, "src/models/invoice.ts"));
  if (line.startsWith("import all.jsonl")) writeFileSync(join(author, "all.jsonl"), "");
  if (line.startsWith("import people.csv"))
    writeFileSync(join(author, "people.csv"), "metadata.name,spec.name\ncleo,Cleo\n");
  if (line.startsWith("create -f")) await runCmgen(["delete", "person/ann"], { workingFolder: author });
  if (line.includes("--watch")) return watched(words(given));
  if (line.startsWith("tenant"))
    expect(await runCmgen(["migrate", "deploy"], { workingFolder: author })).toMatchObject({ code: 0 });
  const id = line.startsWith("token") ? await newToken() : "";
  const place = usage.startsWith("graph") ? example : line.startsWith("init") ? empty : author;
  const { code, error } = await runCmgen(words(given.replace("9f86d08188", id)), {
    workingFolder: place,
    input: person,
  });
  const ended = lacking.test(line) ? 4 : 0;
  expect([code, error]).toEqual([
    found.some((each) => each.test(line)) ? expect.toBeOneOf([0, 1]) : ended,
    expect.any(String),
  ]);
});

/** Makes a token in the plugin's database, and returns its id. */
async function newToken(): Promise<string> {
  for (const args of [
    ["migrate", "deploy"],
    ["token", "create", "--name", "a"],
  ])
    expect(await runCmgen(args, { workingFolder: author })).toMatchObject({ code: 0 });
  const { out } = await runCmgen(["token", "list", "--json"], { workingFolder: author });
  return (JSON.parse(out) as { readonly tokens: readonly { readonly id: string }[] }).tokens[0]?.id ?? "";
}

async function watched(args: readonly string[]): Promise<void> {
  const stop = new AbortController();
  const running = runCmgen(args, { workingFolder: author, signal: stop.signal });
  setTimeout(() => stop.abort(), 500);
  expect(await running).toMatchObject({ code: 0, error: "" });
}
