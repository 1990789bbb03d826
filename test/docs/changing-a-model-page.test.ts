import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { silentLog, startServer, type Plugin, type RunningServer } from "@cmgen/runtime";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examineDatabase } from "../../packages/cli/src/doctor/examine-database.js";
import { repositoryRoot } from "../boundaries/repository.js";
import { readTree, writeTree } from "../golden/harness/file-tree.js";
import { createWorkspace } from "../golden/harness/workspace.js";
import { createDatabase } from "../postgres/create-database.js";
import { exchange } from "../server/exchange.js";
import { readSnippets } from "./snippets.js";

const execute = promisify(execFile);
const executable = join(repositoryRoot, "packages", "cli", "bin", "cmgen.js");
const path = "/apis/desk.example.com/v1/tickets";

/** The model of each release, in the order of the page. */
const releases = readSnippets()
  .filter(({ place, language }) => place.startsWith("docs/changing-a-model.md") && language === "ts")
  .map(({ text }) => text);

const stored = {
  full: {
    title: "A title that is longer than it may be one day",
    assignee: "ann@red",
    estimate: "3 hours",
    remark: "x",
  },
  alone: { title: "Short", assignee: "bob" },
  bare: { title: "Bare" },
};

/** What the page says that becomes of them, release by release; the last release has what all of it comes to. */
const expected: readonly Readonly<Record<keyof typeof stored, object>>[] = [
  stored,
  stored,
  {
    full: { title: stored.full.title, owner: "ann@red", estimate: "3 hours", remark: "x", priority: "NORMAL" },
    alone: { title: "Short", owner: "bob", priority: "NORMAL" },
    bare: { title: "Bare", priority: "NORMAL" },
  },
  {
    full: {
      title: stored.full.title,
      owner: { name: "ann", team: "red" },
      estimate: 3,
      remark: "x",
      priority: "NORMAL",
    },
    alone: { title: "Short", owner: { name: "bob", team: "none" }, priority: "NORMAL" },
    bare: { title: "Bare", priority: "NORMAL" },
  },
  {
    full: { title: "A title that is long", owner: { name: "ann", team: "red" }, estimate: 3, priority: "NORMAL" },
    alone: { title: "Short", owner: { name: "bob", team: "none" }, priority: "NORMAL" },
    bare: { title: "Bare", owner: { name: "nobody", team: "none" }, priority: "NORMAL" },
  },
];

const workspace = createWorkspace();
const folderOf = (release: number): string => join(workspace.folder, `release-${release}`);

/** Generates and compiles every release, each with the migrations of those before it. */
beforeAll(async () => {
  expect(releases).toHaveLength(expected.length);
  for (const [at, model] of releases.entries()) {
    const folder = folderOf(at);
    if (at > 0) cpSync(folderOf(at - 1), folder, { recursive: true });
    mkdirSync(join(folder, "src/models"), { recursive: true });
    const facts = { name: "desk", version: "1.0.0", type: "module", dependencies: { "@cmgen/model": "*" } };
    writeFileSync(join(folder, "package.json"), JSON.stringify(facts));
    writeFileSync(join(folder, "src/models/ticket.ts"), model);
    await execute(process.execPath, [executable, "generate"], { cwd: folder });
    const sources = [...readTree(join(folder, "src"))].filter(([name]) => name.endsWith(".ts"));
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const compiled = sources.map(([name, text]): [string, string] => [
      name.replace(/\.ts$/, ".js"),
      ts.transpileModule(text, { compilerOptions }).outputText,
    ]);
    writeTree(join(folder, "dist"), new Map(compiled));
  }
}, 120_000);

afterAll(() => workspace.dispose());

describe.each(["sqlite", "postgresql"] as const)("the page about changing a model, on %s", (database) => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-changing-"));
  let databaseUrl = "";

  beforeAll(async () => {
    databaseUrl = database === "sqlite" ? `file:${join(folder, "desk.db")}` : await createDatabase();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function start(plugin: Plugin): Promise<RunningServer> {
    const root = plugin.root;
    const server = await startServer({
      plugins: [plugin],
      root,
      host: "127.0.0.1",
      port: 0,
      databaseUrl,
      log: silentLog,
    });
    await server.started;
    expect(server.unready()).toEqual([]);
    return server;
  }

  async function load(release: number): Promise<Plugin> {
    const { plugin } = (await import(pathToFileURL(join(folderOf(release), "dist/generated/plugin.js")).href)) as {
      plugin: Plugin;
    };
    return plugin;
  }

  test.each(expected.map((objects, release) => ({ release, objects })))(
    "release $release has the objects that the page says, and doctor finds nothing",
    async ({ release, objects }) => {
      const plugin = await load(release);
      const server = await start(plugin);
      for (const [name, spec] of release === 0 ? Object.entries(stored) : []) {
        const body = JSON.stringify({ metadata: { name }, spec });
        const sent = { method: "POST", path, headers: { "content-type": "application/json" }, body };
        expect((await exchange(server.url, sent)).status).toBe(201);
      }
      for (const [name, spec] of Object.entries(objects)) {
        const { json } = await exchange(server.url, { method: "GET", path: `${path}/${name}` });
        expect((json as { spec: object }).spec).toEqual(spec);
      }
      const index = release < 2 ? "spec.assignee=bob" : release === 2 ? "spec.owner=bob" : "spec.owner.name=bob";
      const found = await exchange(server.url, { method: "GET", path: `${path}?fieldSelector=${index}` });
      expect(found.json).toMatchObject({ total: 1, items: [{ metadata: { name: "alone" } }] });
      await server.close();
      const findings: unknown[] = [];
      const models = plugin.resources.map(({ model }) => model);
      await examineDatabase(databaseUrl, models, (finding) => findings.push(finding));
      expect(findings).toEqual([]);
    },
  );

  test("no earlier release starts on what the last one has made", async () => {
    for (const release of [2, 3]) {
      await expect(start(await load(release))).rejects.toThrow(
        "short-titles-and-owners, which this release does not declare",
      );
    }
  });
});
