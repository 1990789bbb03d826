import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { silentLog, startServer, type RunningServer, type ServerOptions } from "@cmgen/runtime";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { repositoryRoot } from "../../boundaries/repository.js";
import { temporaryPlugin } from "../../references/references-server.js";
import { databases } from "../../server/people-server.js";
import { runCmgen, type CommandOutcome } from "../run-cmgen.js";
import { copiedSources, thingOf } from "./copied-plugin.js";
import { api, ask, fill, newDatabase, startOn } from "./copied-service.js";
import { importKilled } from "./killed-import.js";
import { changeRows, openRows, storedRows } from "./stored-rows.js";

/** Enough for a batch that has several kinds. */
const count = 80;

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

describe.each(databases)("what is refused on %s", (engine) => {
  test("is told with its line and cause, is kept, and is stored once it is corrected", async () => {
    await exported(source("sqlite"), "all.copy");
    let large = 0;
    // Behind each teams' line are lines that cannot be stored, and behind them all others.
    const [first] = linesOf("all.copy")
      .filter((line) => isObject(line) && line.includes('"Team"'))
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
    const told = outcome.error
      .replaceAll(`${file("bad.copy")}:`, "")
      .split("\n")
      .slice(0, -1);
    const begin = linesOf("all.copy").length;
    const kind = (plural: string): string => `${plural}.references.example.com`;
    expect(told).toEqual(
      [
        /^it is not JSON: /,
        "it has nothing that a copy has: stored, version, schedule or end.",
        /^teams\.references\.example\.com: it is not JSON: /,
        "it has no object.",
        "id must be a whole number.",
        "type must be ADDED, MODIFIED or DELETED.",
        "state must be waiting or running.",
        "schema must be between 0 and 0, which is that of the copy's last step.",
        `"${kind("dogs")}" is not a kind of the plugins here (${["items", "members", "teams", "things"].map(kind).join(", ")}). Name its plugin with --plugin.`,
        `${kind("teams")} x-3: kind must be Team.`,
        /^teams\.\S+ x-4: it is stored as "references.example.com\/v7", and the plugin declares references.example.com\/v1: run /,
        `${kind("teams")} No Name: /metadata/name must be lowercase letters, digits and '-', with a letter or digit at both ends.`,
        `${kind("teams")} x-5: /metadata/uid must be a string; /metadata/creationTimestamp must be an RFC 3339 date-time; /metadata/version must be a whole number.`,
        `${kind("teams")} x-6: /metadata/labels/a.example.com~1b must be a string.`,
        `${kind("teams")} team-0: another object has the name.`,
        `${kind("teams")} x-7: another object has the id ${first.stored.id}.`,
        `${kind("things")} twin: thing-7 has the value ${JSON.stringify(thing.object.spec["code"])} of spec.code, which must be unique. Change one of the two in the file.`,
        `${kind("things")} wide: the index spec.code gives a string of 3000 bytes; the limit is 2048.`,
        "18 lines were refused.",
        /^`cmgen doctor.* finds objects that refer to those that are not there\.$/,
      ].map((text, at) => {
        const place = at < 18 ? `${begin + at}: ` : "";
        if (typeof text === "string") return `${place}${text}`;
        return expect.stringMatching(new RegExp(text.source.replace("^", `^${place}`)));
      }),
    );
    expect(linesOf("refused.copy").slice(1, -1)).toEqual(
      bad.map((line) => (typeof line === "string" ? line : printed(line))),
    );
    expect(statSync(file("refused.copy")).mode & 0o777).toBe(0o600);
    expect(await storedRows(url)).toEqual(await storedRows(source("sqlite")));

    // What is left is corrected, and added to the rest.
    const [refusedHead = "", ...refused] = linesOf("refused.copy");
    const name = (text: string | undefined, other: object): string => {
      const line = JSON.parse(text ?? "") as Line;
      return printed({
        ...line,
        object: { ...line.object, metadata: { ...line.object.metadata, name: "added" }, ...other },
      });
    };
    write("corrected.copy", [
      refusedHead,
      name(refused[14], {}),
      name(refused[16], { spec: { code: "another" } }),
      printed({ end: { objects: 2, versions: 0, schedules: 0 } }),
    ]);
    expect(await imported(url, "corrected.copy")).toMatchObject({
      code: 0,
      out: "Imported 2 objects and 0 versions of histories.\n",
    });
    const rows = await storedRows(url);
    const before = await storedRows(source("sqlite"));
    const sizes = ["teams", "things"].map((plural) => `references_example_com_${plural}`);
    expect(sizes.map((table) => (rows.get(table)?.length ?? 0) - (before.get(table)?.length ?? 0))).toEqual([1, 1]);
    const doctor = await cmgen("doctor", "--no-drift", "--database-url", url);
    expect([doctor.code, doctor.out]).toEqual([0, expect.stringContaining("agrees with itself")]);
    // All of it again is too much.
    expect(await imported(url, "corrected.copy")).toMatchObject({
      code: 0,
      out: expect.stringContaining("was imported before, and nothing is done"),
    });
    expect(await imported(url, "all.copy")).toMatchObject({
      code: 4,
      error: expect.stringMatching(/The table \S+ in .* is not empty/),
    });
    expect(await storedRows(url)).toEqual(rows);
  });

  test("a copy that is cut, is of another form, or is none, is refused before anything is stored", async () => {
    await exported(source("sqlite"), "all.copy");
    const lines = linesOf("all.copy");
    const url = await emptyDatabase(engine);
    const before = await storedRows(url);
    write("cut.copy", lines.slice(0, -1));
    writeFileSync(file("half.copy"), readFileSync(file("all.copy")).subarray(0, -10));
    write("later.copy", [(lines[0] ?? "").replace('"format":1', '"format":2'), ...lines.slice(1)]);
    write("online.copy", lines.slice(1));
    write("empty.copy", []);
    for (const [name, why] of [
      ["cut.copy", 'cut.copy is not whole: its last line must have "end". Export again.'],
      ["half.copy", "half.copy is not whole"],
      ["later.copy", "later.copy has the format 2, and this release reads 1. Use the release that wrote it."],
      ["online.copy", "online.copy is not what `cmgen export --as-is` writes"],
      ["empty.copy", "empty.copy is empty."],
      ["none.copy", "none.copy does not exist."],
    ] as const)
      expect(await imported(url, name)).toMatchObject({ code: 4, out: "", error: expect.stringContaining(why) });
    expect(await cmgen("import", "--as-is", folder, "--database-url", url)).toMatchObject({
      code: 4,
      error: expect.stringContaining("is not a file"),
    });
    expect(await storedRows(url)).toEqual(before);
  });

  test("a copy of which lines were taken away tells so", async () => {
    await exported(source("sqlite"), "all.copy");
    const lines = linesOf("all.copy");
    write("less.copy", [...lines.slice(0, 10), ...lines.slice(12)]);
    const outcome = await imported(await emptyDatabase(engine), "less.copy");
    expect(outcome).toMatchObject({ code: 4, error: expect.stringMatching(/^2 lines are missing that /) });
  });
});

describe.each(databases)("on %s, while something else goes on", (engine) => {
  test("a database with a service is left alone, and is exported at one moment", async () => {
    const url = await newDatabase(engine, folder);
    await fill(plugin, url, 40);
    await exported(source("sqlite"), "other.copy");
    const server = await startOn(plugin, url);
    try {
      const before = await storedRows(url);
      expect(await imported(url, "other.copy")).toMatchObject({
        code: 4,
        error: expect.stringMatching(
          engine === "sqlite" ? /Stop that process first/ : /A service runs on .* Stop it first/,
        ),
      });
      const written = new AbortController();
      const writes = (async () => {
        for (let at = 0; !written.signal.aborted; at += 1)
          await ask(server, "POST", `${api}/teams`, { metadata: { name: `late-${at}` }, spec: { title: "late" } });
      })();
      await exported(url, "all.copy");
      written.abort();
      await writes;
      expect((await storedRows(url)).size).toBe(before.size);
    } finally {
      await server.close();
    }
    const target = await emptyDatabase(engine);
    expect(await imported(target, "all.copy")).toMatchObject({ code: 0, error: "" });
    const doctor = await cmgen("doctor", "--no-drift", "--database-url", target);
    expect([doctor.code, doctor.out]).toEqual([0, expect.stringContaining("agrees with itself")]);
  });

  test("no service starts on part of a copy, which only the same import goes on with", async () => {
    await exported(source("sqlite"), "all.copy");
    const url = await emptyDatabase(engine);
    expect(await imported(url, "all.copy")).toMatchObject({ code: 0 });
    const rows = await storedRows(url);
    const last = linesOf("all.copy").length - 1;
    await changeRows(
      url,
      `UPDATE cmgen_indexes SET state = 'building', position = ${last} WHERE "table" = 'cmgen_copies'`,
    );
    await expect(startOn(plugin, url)).rejects.toThrow(/The database holds part of a copy/);
    expect(await cmgen("export", "--as-is", "-o", file("part.copy"), "--database-url", url)).toMatchObject({
      code: 4,
      error: expect.stringContaining("The database holds part of a copy"),
    });
    expect(await cmgen("doctor", "--no-drift", "--database-url", url)).toMatchObject({
      code: 4,
      error: expect.stringContaining("The database holds part of a copy"),
    });
    expect(existsSync(file("part.copy"))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes("part"))).toEqual([]);
    await exported(source("sqlite"), "other.copy");
    expect(await imported(url, "other.copy")).toMatchObject({
      code: 4,
      error: expect.stringMatching(/holds part of another copy than .*other\.copy/),
    });
    write("shorter.copy", linesOf("all.copy").toSpliced(5, 1));
    expect(await imported(url, "shorter.copy")).toMatchObject({
      code: 4,
      error: expect.stringContaining("has changed since its import began"),
    });
    const release = (other: string, own: string): string =>
      `UPDATE cmgen_indexes SET fingerprint = replace(fingerprint, '"release":"${own}', '"release":"${other}') WHERE "table" = 'cmgen_copies'`;
    await changeRows(url, release("other", ""));
    expect(await imported(url, "all.copy")).toMatchObject({
      code: 4,
      error: expect.stringMatching(/The plugins have other indexes or steps since .* Use the release that began it/),
    });
    await changeRows(url, release("", "other"));
    expect(await imported(url, "all.copy")).toMatchObject({
      code: 0,
      error: expect.stringContaining(`Going on after line ${last}`),
    });
    expect(await storedRows(url)).toEqual(rows);
    await (await startOn(plugin, url)).close();
  });
});

describe("a copy and another release", () => {
  let later: Awaited<ReturnType<typeof temporaryPlugin>>;
  beforeAll(async () => {
    const team = copiedSources.get("src/models/team.ts") ?? "";
    const evolved = team.replace(
      "defineModel<Team>({",
      `defineModel<Team>({
  indexes: [index({ name: "loud", value: ({ spec }) => spec.title?.endsWith("!") })],
  evolve: [{ id: "shout", change: ({ spec }) => ({ spec: { ...spec, title: spec.title + "!" } }) }],`,
    );
    const imports = evolved.replace("import { defineModel,", "import { defineModel, index,");
    later = await temporaryPlugin(new Map([...copiedSources, ["src/models/team.ts", imports]]));
  });
  afterAll(() => later.dispose());
  const withLater = (...args: readonly string[]): Promise<CommandOutcome> =>
    runCmgen(args, { workingFolder: later.folder });

  test.each(databases)("on %s, objects are changed and indexed by the later release when it starts", async (engine) => {
    await exported(source("sqlite"), "all.copy");
    const url = await newDatabase(engine, folder);
    expect(await withLater("migrate", "deploy", "--database-url", url)).toMatchObject({ code: 0 });
    const outcome = await withLater("import", "--as-is", file("all.copy"), "--database-url", url);
    expect(outcome).toMatchObject({
      code: 0,
      error:
        "Of an earlier release are the objects of teams.references.example.com: the service changes and indexes them when it starts.\n",
    });
    if (engine === "postgresql") {
      const rows = await openRows(url);
      const [ids] = await rows.rows(
        "SELECT last_value = (SELECT max(id) FROM references_example_com_teams) AS follow FROM references_example_com_teams_id_seq",
      );
      await rows.close();
      expect(ids).toEqual({ follow: true });
    }
    const server = await startOn(later, url);
    const { json } = await ask(server, "GET", `${api}/teams?fieldSelector=loud=true`);
    const { json: history } = await ask(server, "GET", `${api}/things/thing-0/history`);
    const added = await ask(server, "POST", `${api}/teams`, { metadata: { name: "added" }, spec: {} });
    await server.close();
    expect(added.status).toBe(201);
    expect((json as Listed).items).toHaveLength(
      (await storedRows(source("sqlite"))).get("references_example_com_teams")?.length ?? 0,
    );
    expect((history as Listed).items).toHaveLength(2);
    const doctor = await withLater("doctor", "--no-drift", "--database-url", url);
    expect([doctor.code, doctor.out]).toEqual([0, expect.stringContaining("agrees with itself")]);

    // The other way round is no way.
    const again = await withLater("export", "--as-is", "-o", file("later.copy"), "--database-url", url);
    expect(again).toMatchObject({ code: 0 });
    const earlier = await emptyDatabase(engine);
    expect(await imported(earlier, "later.copy")).toMatchObject({
      code: 4,
      error: expect.stringContaining("were changed by the evolve step v1/shout, which this release does not declare"),
    });
  });
});

test("the objects of two plugins of a service are copied together", async () => {
  const workingFolder = join(repositoryRoot, "examples/two-plugins");
  const run = (...args: readonly string[]): Promise<CommandOutcome> => runCmgen(args, { workingFolder });
  const { plugins } = (await import(pathToFileURL(join(workingFolder, "dist/generated/plugins.js")).href)) as {
    plugins: ServerOptions["plugins"];
  };
  const [one, other] = [await newDatabase("sqlite", folder), await newDatabase("postgresql")];
  const start = async (databaseUrl: string): Promise<RunningServer> => {
    const root = pathToFileURL(`${workingFolder}/`);
    const server = await startServer({ plugins, root, host: "127.0.0.1", port: 0, databaseUrl, log: silentLog });
    await server.started;
    return server;
  };
  const openIssues = async (server: RunningServer): Promise<unknown> => {
    const { json } = await ask(server, "GET", "/apis/projects.example.com/v1alpha1/projects/website");
    return (json as { status?: { open?: number } }).status?.open;
  };
  const filled = await start(one);
  await expect.poll(() => openIssues(filled)).toBe(1);
  await filled.close();
  expect(await run("export", "--as-is", "-o", file("both.copy"), "--database-url", one)).toMatchObject({
    code: 0,
    error: "",
  });
  expect(await run("migrate", "deploy", "--database-url", other)).toMatchObject({ code: 0 });
  const outcome = await run("import", "--as-is", file("both.copy"), "--database-url", other);
  expect(outcome).toMatchObject({ code: 0, error: "", out: expect.stringMatching(/^Imported [1-9]/) });
  expect(await storedRows(other)).toEqual(await storedRows(one));

  // Controllers go on, and see what is new.
  const served = await start(other);
  const issue = { metadata: { name: "slow" }, spec: { title: "Slow", project: "website" } };
  expect((await ask(served, "POST", "/apis/issues.example.com/v1alpha1/issues", issue)).status).toBe(201);
  await expect.poll(() => openIssues(served)).toBe(2);
  await served.close();

  // Of a plugin that is not given, it is said that its objects are not in it, and they are not taken.
  const alone = join(repositoryRoot, "examples/projects-plugin/dist/generated/plugin.js");
  const projects = await run("export", "--as-is", "-o", file("one.copy"), "--database-url", one, "--plugin", alone);
  expect(projects).toMatchObject({ code: 0, error: expect.stringMatching(/^The table issues\S* is left out/) });
});

test.each(databases)("an import on %s that is killed goes on, and nothing is doubled or missing", async (engine) => {
  await exported(source("sqlite"), "all.copy");
  const [head = "", ...lines] = linesOf("all.copy");
  const first = JSON.parse(lines.find((line) => line.includes('"Team"')) ?? "") as Line;
  const teams = Array.from({ length: 9000 }, (_, at) => {
    const metadata = { ...first.object.metadata, name: at === 2500 ? "No Name" : `more-${at}`, uid: `uid ${at}` };
    return printed({ stored: { ...first.stored, id: 1000 + at }, object: { ...first.object, metadata } });
  });
  const rest = lines.slice(0, -1);
  write("many.copy", [
    head,
    ...rest,
    ...teams,
    printed({ end: { objects: rest.length + 9000, versions: 0, schedules: 0 } }),
  ]);
  const whole = await emptyDatabase(engine);
  expect(await imported(whole, "many.copy")).toMatchObject({
    code: 4,
    error: expect.stringContaining("1 line was refused"),
  });
  const url = await emptyDatabase(engine);
  const killed = await importKilled({
    workingFolder: plugin.folder,
    args: [file("many.copy"), "--refused", file("refused.copy")],
    databaseUrl: url,
    lines: [1, 3000],
  });
  const [earliest = 0, later = 0] = killed.stoppedAt;
  expect([killed.code, earliest < later, later < 9000]).toEqual([4, true, true]);
  expect(killed.error).toContain(`Going on after line ${later} of `);
  expect(killed.error).toContain("1 line was refused.");
  expect(await storedRows(url)).toEqual(await storedRows(whole));
  expect(linesOf("refused.copy").slice(1, -1)).toEqual([teams[2500]]);
});

test("a copy is stored in a schema of its own", async () => {
  await exported(source("postgresql"), "all.copy");
  const url = `${await newDatabase("postgresql")}?schema=team_a`;
  expect(await cmgen("migrate", "deploy", "--database-url", url)).toMatchObject({ code: 0 });
  expect(await imported(url, "all.copy")).toMatchObject({ code: 0, error: "" });
  const server = await startOn(plugin, url);
  expect((await ask(server, "POST", `${api}/teams`, { metadata: { name: "new" }, spec: {} })).status).toBe(201);
  await server.close();
  const doctor = await cmgen("doctor", "--no-drift", "--database-url", url);
  expect([doctor.code, doctor.out]).toEqual([0, expect.stringContaining("agrees with itself")]);
});

test.each(databases)("tokens are not in a copy of %s, which tells so", async (engine) => {
  const url = await emptyDatabase(engine);
  const made = await cmgen("token", "create", "--name", "ci", "--expires", "1d", "--database-url", url);
  expect(made).toMatchObject({ code: 0 });
  const { code, error } = await cmgen("export", "--as-is", "-o", file("all.copy"), "--database-url", url);
  expect([code, error]).toEqual([0, expect.stringContaining("Not in the copy: 1 token and 0 passwords.")]);
  expect(readFileSync(file("all.copy"), "utf8")).not.toContain("token");
});

test("a copy is not written over by what is refused of it", async () => {
  await exported(source("sqlite"), "all.copy");
  const before = readFileSync(file("all.copy"));
  const outcome = await imported(await emptyDatabase("sqlite"), "all.copy", "--refused", file("all.copy"));
  expect(outcome).toMatchObject({ code: 3, error: expect.stringContaining("--refused must be another file") });
  expect(readFileSync(file("all.copy")).equals(before)).toBe(true);
});

test("what the audit has not written yet is not forgotten", async () => {
  await exported(source("sqlite"), "all.copy");
  const url = await emptyDatabase("sqlite");
  await (await startOn(plugin, url)).close();
  await changeRows(
    url,
    "UPDATE cmgen_revision SET revision = 5",
    "INSERT INTO cmgen_audit (id, revision) VALUES (1, 4)",
  );
  expect(await imported(url, "all.copy")).toMatchObject({
    code: 4,
    error: expect.stringContaining("has changes that the audit has not written yet"),
  });
  await changeRows(url, "UPDATE cmgen_audit SET revision = 5");
  expect(await imported(url, "all.copy")).toMatchObject({ code: 0, error: "" });
});

test("options of services do not go with --as-is, and those of databases go with it only", async () => {
  for (const args of [
    ["export", "people", "--as-is"],
    ["export", "--as-is", "-l", "a=b"],
    ["export", "--as-is", "--format", "csv"],
    ["export", "--as-is", "--server", "http://localhost:1"],
    ["export", "--database-url", "file:x.db"],
    ["import", "x.copy", "--as-is", "--mode", "apply"],
    ["import", "x.copy", "--as-is", "--resume", "x"],
    ["import", "x.copy", "--plugin", "x.js"],
  ]) {
    const { code, error } = await cmgen(...args);
    expect([args, code, error]).toEqual([args, 3, expect.stringMatching(/go(es)? with --as-is/)]);
  }
});
