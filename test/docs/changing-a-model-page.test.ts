import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog, startServer, type Plugin, type RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examineDatabase } from "../../packages/cli/src/doctor/examine-database.js";
import { createDatabase } from "../postgres/create-database.js";
import { exchange } from "../server/exchange.js";
import { generatedReleases } from "../versions/generated-releases.js";
import { readSnippets } from "./snippets.js";
import { databases } from "../tier.js";

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
  {
    full: { ...stored.full, priority: "NORMAL" },
    alone: { ...stored.alone, priority: "NORMAL" },
    bare: { ...stored.bare, priority: "NORMAL" },
  },
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

const generated = generatedReleases();
const plugins: Plugin[] = [];

beforeAll(async () => {
  expect(releases).toHaveLength(expected.length);
  for (const model of releases) plugins.push(await generated.release(new Map([["src/models/ticket.ts", model]])));
}, 120_000);

afterAll(() => generated.dispose());

describe.each(databases)("the page about changing a model, on %s", (database) => {
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

  const pluginOf = (release: number): Plugin => plugins[release] ?? expect.unreachable();

  test.each(expected.map((objects, release) => ({ release, objects })))(
    "release $release has the objects that the page says, and doctor finds nothing",
    async ({ release, objects }) => {
      const plugin = pluginOf(release);
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
      await expect(start(pluginOf(release))).rejects.toThrow(
        "short-titles-and-owners, which this release does not declare",
      );
    }
  });
});
