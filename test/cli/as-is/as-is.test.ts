import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { temporaryPlugin } from "../../references/references-server.js";
import { databases } from "../../server/people-server.js";
import { runCmgen, type CommandOutcome } from "../run-cmgen.js";
import { copiedSources, thingOf } from "./copied-plugin.js";
import { api, ask, fill, newDatabase, startOn } from "./copied-service.js";
import { changeRows, storedRows } from "./stored-rows.js";

/** Enough for a batch that has several kinds. */
const count = 200;

let plugin: Awaited<ReturnType<typeof temporaryPlugin>>;
let files: string;
let folder: string;
const sources = new Map<string, string>();

beforeAll(async () => {
  vi.stubEnv("CMGEN_DATABASE_URL", "");
  vi.stubEnv("PORT", "0");
  vi.stubEnv("XDG_CONFIG_HOME", join(tmpdir(), "cmgen-no-contexts"));
  plugin = await temporaryPlugin(copiedSources);
  files = mkdtempSync(join(tmpdir(), "cmgen-copied-"));
  for (const engine of databases) {
    const url = await newDatabase(engine, files);
    await fill(plugin, url, count);
    sources.set(engine, url);
  }
});
afterAll(() => {
  vi.unstubAllEnvs();
  plugin.dispose();
  rmSync(files, { recursive: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-as-is-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const cmgen = (...args: readonly string[]): Promise<CommandOutcome> => runCmgen(args, { workingFolder: plugin.folder });
const file = (name: string): string => join(folder, name);
const source = (engine: string): string => sources.get(engine) ?? "";
const linesOf = (name: string): readonly string[] => readFileSync(file(name), "utf8").split("\n").slice(0, -1);

async function exported(url: string, name: string): Promise<void> {
  const outcome = await cmgen("export", "--as-is", "-o", file(name), "--database-url", url);
  expect(outcome).toMatchObject({ code: 0, error: "" });
}

/** A database with the tables, and nothing in them. */
async function emptyDatabase(engine: (typeof databases)[number]): Promise<string> {
  const url = await newDatabase(engine, folder);
  expect(await cmgen("migrate", "deploy", "--database-url", url)).toMatchObject({ code: 0 });
  return url;
}

const imported = (url: string, name: string, ...more: readonly string[]): Promise<CommandOutcome> =>
  cmgen("import", "--as-is", file(name), "--database-url", url, ...more);

interface Listed {
  readonly items: readonly object[];
  readonly metadata: { readonly resourceVersion: string; readonly continue: string };
}

describe.each(databases)("a copy of a database on %s", (from) => {
  test.each(databases)("is the same on %s", async (to) => {
    await exported(source(from), "all.copy");
    expect(statSync(file("all.copy")).mode & 0o777).toBe(0o600);
    const url = await emptyDatabase(to);
    const outcome = await imported(url, "all.copy");
    expect(outcome).toMatchObject({ code: 0, error: "" });
    expect(outcome.out).toMatch(/^Imported \d+ objects and \d+ versions of histories\.\n$/);

    expect(await storedRows(url)).toEqual(await storedRows(source(from)));
    await exported(url, "again.copy");
    expect(linesOf("again.copy").slice(1)).toEqual(linesOf("all.copy").slice(1));
    const doctor = await cmgen("doctor", "--no-drift", "--database-url", url);
    expect([doctor.code, doctor.out]).toEqual([0, expect.stringMatching(/ agrees with itself: \d+ objects looked at/)]);
  });
});

describe.each(databases)("a service on a copy on %s", (engine) => {
  const from = engine === "sqlite" ? "postgresql" : "sqlite";
  let url: string;
  beforeEach(async () => {
    await exported(source(from), "all.copy");
    url = await emptyDatabase(engine);
    expect(await imported(url, "all.copy")).toMatchObject({ code: 0 });
  });

  test("goes on where the other one was", async () => {
    const other = await startOn(plugin, source(from));
    const { json: before } = await ask(other, "GET", `${api}/things?limit=10&sort=spec.size`);
    const { metadata } = before as Listed;
    const after = `${api}/things?limit=10&sort=spec.size&continue=${metadata.continue}`;
    const { json: next } = await ask(other, "GET", after);
    const { json: history } = await ask(other, "GET", `${api}/things/thing-0/history`);
    await other.close();
    const server = await startOn(plugin, url);
    try {
      const { json: page } = await ask(server, "GET", `${api}/things?limit=10&sort=spec.size`);
      expect((page as Listed).items).toEqual((before as Listed).items);
      // A page says the values that it ends with: they are the same here.
      expect(((await ask(server, "GET", after)).json as Listed).items).toEqual((next as Listed).items);
      // Revisions are not: what callers remember of the other database is refused, and its changes are not missed.
      const [revision = ""] = metadata.resourceVersion.split(".");
      for (const since of [metadata.resourceVersion, revision, `${Number(revision) + 1}.7`, "1", "0"]) {
        const watch = await ask(server, "GET", `${api}/things?watch=true&resourceVersion=${since}`);
        expect([since, watch.status, (watch.json as { code?: string }).code]).toEqual([since, 410, "Expired"]);
      }
      const { json: kept } = await ask(server, "GET", `${api}/things/thing-0/history`);
      expect((kept as Listed).items).toEqual((history as Listed).items);
      const merge = "application/merge-patch+json";
      const patched = await ask(server, "PATCH", `${api}/things/thing-0`, { spec: { size: 7 } }, merge);
      expect(patched).toMatchObject({ status: 200, json: { metadata: { version: 3 } } });
      // Its finalizer is still waited for.
      const waiting = await ask(server, "PATCH", `${api}/things/thing-1`, { metadata: { finalizers: null } }, merge);
      expect(waiting.status).toBeLessThan(300);
      expect((await ask(server, "GET", `${api}/things/thing-1`)).status).toBe(404);
      // Unique values and references hold.
      const thing = { metadata: { name: "twin" }, spec: { code: thingOf(7).spec["code"] } };
      expect((await ask(server, "POST", `${api}/things`, thing)).status).toBe(409);
      expect((await ask(server, "DELETE", `${api}/teams/team-0`)).status).toBe(409);
      expect((await ask(server, "GET", `${api}/items/item-9`)).status).toBe(200);
      expect((await ask(server, "POST", `${api}/things`, { metadata: { name: "new" }, spec: {} })).status).toBe(201);
    } finally {
      await server.close();
    }
    const doctor = await cmgen("doctor", "--no-drift", "--database-url", url);
    expect([doctor.code, doctor.out]).toEqual([0, expect.stringContaining("agrees with itself")]);
  });
});

/** A line of an object of a copy. */
interface Line {
  readonly stored: { readonly resource: string; readonly id: number; readonly schema: number };
  readonly object: {
    readonly [part: string]: unknown;
    readonly metadata: Record<string, unknown>;
    readonly spec: Record<string, unknown>;
  };
}

const isObject = (line: string): boolean => line.startsWith('{"stored":');
const printed = (line: object): string => JSON.stringify(line);
const write = (name: string, lines: readonly string[]): void =>
  writeFileSync(file(name), lines.map((line) => `${line}\n`).join(""));

/** A copy with some lines changed or added; each is told with its number in the file. */
function changed(from: string, to: string, change: (line: Line, number: number) => readonly (object | string)[]): void {
  const lines = linesOf(from).flatMap((line, at) =>
    isObject(line)
      ? change(JSON.parse(line) as Line, at + 1).map((made) => (typeof made === "string" ? made : printed(made)))
      : [line],
  );
  write(to, lines);
}

describe.each(databases)("what is refused on %s", (engine) => {
  test("is told with its line and cause, is kept, and is stored once it is corrected", async () => {
    await exported(source("sqlite"), "all.copy");
    let large = 0;
    // Behind each teams' line are lines that cannot be stored, and behind them all others.
    const [first] = linesOf("all.copy")
      .filter((line) => line.includes('"Team"'))
      .map((line) => JSON.parse(line) as Line);
    const thing = JSON.parse(linesOf("all.copy").find((line) => line.includes('"thing-7"')) ?? "") as Line;
    if (first === undefined) throw new Error("There is no team");
    const id = (): number => 1_000_000 + (large += 1);
    const team = (metadata: object, object: object = {}, stored: object = {}): object => ({
      stored: { ...first.stored, id: id(), ...stored },
      object: { ...first.object, ...object, metadata: { ...first.object.metadata, ...metadata } },
    });
    const bad: readonly (object | string)[] = [
      "{ not JSON",
      '{"other":{}}',
      '{"stored":{"resource":"teams.references.example.com","id":7,"schema":0},"object":{"metadata":}}',
      '{"stored":{"resource":"teams.references.example.com","id":7,"schema":0}}',
      '{"stored":{"resource":"teams.references.example.com","id":"7","schema":0},"object":{}}',
      '{"version":{"resource":"teams.references.example.com","id":7,"type":"GONE"},"object":{}}',
      '{"schedule":{"name":"x","position":1,"state":"odd"}}',
      team({ name: "x-1" }, {}, { schema: 9 }),
      team({ name: "x-2" }, {}, { resource: "dogs.references.example.com" }),
      team({ name: "x-3" }, { kind: "Dog" }),
      team({ name: "x-4" }, { apiVersion: "references.example.com/v7" }),
      team({ name: "No Name" }),
      team({ name: "x-5", uid: 5, version: 0.5, creationTimestamp: "yesterday" }),
      team({ name: "x-6", labels: { "a.example.com/b": 5 } }),
      team({ name: "team-0" }),
      team({ name: "x-7" }, {}, { id: first.stored.id }),
      {
        ...thing,
        stored: { ...thing.stored, id: id() },
        object: { ...thing.object, metadata: { ...thing.object.metadata, name: "twin" } },
      },
      {
        ...thing,
        stored: { ...thing.stored, id: id() },
        object: {
          ...thing.object,
          metadata: { ...thing.object.metadata, name: "wide" },
          spec: { ...thing.object.spec, code: "x".repeat(3000) },
        },
      },
    ];
    const [head = "", ...lines] = linesOf("all.copy");
    write("bad.copy", [
      head,
      ...lines.slice(0, -1),
      ...bad.map((line) => (typeof line === "string" ? line : printed(line))),
      lines.at(-1) ?? "",
    ]);
    const url = await emptyDatabase(engine);
    const outcome = await imported(url, "bad.copy", "--refused", file("refused.copy"));
    expect(outcome.code).toBe(4);
    const told = outcome.error.split("\n").slice(0, -1);
    expect(told.map((line) => line.replaceAll(file("bad.copy"), "bad.copy"))).toMatchInlineSnapshot();
    expect(linesOf("refused.copy").slice(1, -1)).toEqual(
      bad.map((line) => (typeof line === "string" ? line : printed(line))),
    );
    expect(statSync(file("refused.copy")).mode & 0o777).toBe(0o600);
    expect(await storedRows(url)).toEqual(await storedRows(source("sqlite")));
  });
});
