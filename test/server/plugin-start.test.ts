import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog, type Log, type ModelDescriptor, type Plugin, type RunningServer } from "@cmgen/runtime";
import { exchange } from "./exchange.js";
import { peoplePlugin, startPeople } from "./people-server.js";
import { assertProblem, collection, person, send } from "./rule.js";

describe("the start of plugins", () => {
  let folder: string;
  let server: RunningServer | undefined;
  let errors: string[] = [];
  let warnings: unknown[] = [];
  const log: Log = {
    ...silentLog,
    error: ({ err }, message) => void errors.push(`${message}: ${String(err)}`),
    warn: (fields, message) => void (message === "files are not manifests" && warnings.push(fields)),
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-plugin-"));
    await mkdir(join(folder, "extensions"));
    errors = [];
    warnings = [];
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
    await rm(folder, { recursive: true });
  });

  const root = (): URL => pathToFileURL(`${folder}/`);
  /** A plugin without types: its manifests are of the people plugin's. */
  const guest = (): Plugin => ({ name: "guest", root: root(), resources: [], controllers: [], endpoints: [] });
  const write = (file: string, text: string): Promise<void> => writeFile(join(folder, "extensions", file), text);
  const manifest = (name: string, rest = `spec: {name: ${name}}`): string =>
    `apiVersion: people.example.com/v1alpha1\nkind: Person\nmetadata: {name: ${name}}\n${rest}\n`;
  const start = async (...plugins: Plugin[]): Promise<RunningServer> => {
    server = await startPeople("sqlite", { plugins, log });
    return server;
  };
  const get = (path: string) => exchange(server?.url ?? "", { method: "GET", path });

  it("creates the objects of every document of every file, of any plugin's types", async () => {
    await write("a.yaml", `${manifest("one")}---\n${manifest("two")}`);
    await write("b.yml", manifest("three"));
    await mkdir(join(folder, "extensions", "below", ".hidden"), { recursive: true });
    await write(
      "below/d.JSON",
      JSON.stringify({
        apiVersion: "people.example.com/v1alpha1",
        kind: "Person",
        metadata: { name: "four" },
        spec: { name: "four" },
      }),
    );
    await write("below/c.txt", "no manifest");
    await write("below/.hidden/e.yaml", "left out");
    const running = await start(guest(), peoplePlugin());
    expect(running.unready()).toEqual([]);
    expect(warnings).toEqual([{ plugin: "guest", files: ["extensions/below/c.txt"] }]);
    for (const name of ["one", "two", "three", "four", "ann"])
      expect((await get(`${collection}/${name}`)).status, name).toBe(200);
  });

  it.each<[string, string, RegExp, Readonly<Record<string, string>>?]>([
    ["a syntax error", "a: [", / extensions\/a\.yaml:1:5: It is not valid YAML: .*line 1/],
    [
      "an unknown type",
      `${manifest("one")}---\n\n${manifest("two").replace("Person", "Human")}`,
      / extensions\/a\.yaml:8:1: This service has no type with the kind "Human"/,
    ],
    [
      "a broken schema",
      manifest("one", "spec: {name: one, age: 151, tags: x}"),
      / extensions\/a\.yaml:4:19: \/spec\/age must be 150 or less\.\nextensions\/a\.yaml:4:29: \/spec\/tags must be an array\./,
    ],
    ["a broken name", manifest("One"), /a\.yaml:3:12: \/metadata\/name/],
    [
      "no name",
      manifest("x").replace("metadata: {name: x}", "metadata: {generateName: x-}"),
      /a\.yaml:3:1: A manifest must name its object in metadata\.name/,
    ],
    [
      "a misspelt metadata, and what else is wrong",
      manifest("x", "spec: {name: x, age: 151}").replace("metadata:", "metdata:"),
      /must name its object in metadata\.name\.\n.*\/metdata is not a known field\.\n.*\/spec\/age must be 150 or less/,
    ],
    ["no apiVersion", manifest("x").replace(/apiVersion.*\n/, ""), /a\.yaml:1:1: A manifest must have an apiVersion\./],
    ["no kind", manifest("x").replace(/kind.*\n/, ""), /a\.yaml:1:1: A manifest must have a kind\./],
    [
      "a reserved label key",
      manifest("one").replace("{name: one}", "{name: one, labels: {tier: x}}"),
      /a\.yaml:3:32: \/metadata\/labels\/tier is a reserved key/,
    ],
    [
      "a taken unique value",
      `${manifest("one")}---\n${manifest("two", "spec: {name: one}")}`,
      /a\.yaml:6:1: .*must be unique/,
    ],
    ["a list", "- a\n", /a\.yaml:1:1: A manifest must be an object/],
    [
      "several problems in several files",
      `${manifest("One")}---\n${manifest("two").replace("Person", "Human")}`,
      /a\.yaml:3:12: .*\n.*a\.yaml:7:1: .*\nextensions\/below\/b\.json:1:1: A manifest must name/,
      { "below/b.json": '{"kind": "Person", "apiVersion": "people.example.com/v1alpha1"}' },
    ],
    [
      "an object that is in another manifest, too",
      manifest("one"),
      /extensions\/b\.yml:3:12: The person "one" of .* is in extensions\/a\.yaml:3:12, too\./,
      { "b.yml": manifest("one") },
    ],
  ])(
    "does not start a plugin whose manifest has %s, and says where; others run on",
    async (_, text, message, others = {}) => {
      await write("a.yaml", text);
      await mkdir(join(folder, "extensions", "below"));
      for (const [file, other] of Object.entries(others)) await write(file, other);
      const running = await start(guest(), peoplePlugin());
      expect(errors).toEqual([expect.stringMatching(message)]);
      expect(running.unready()).toEqual([
        expect.stringMatching(/^The plugin guest could not start, because .* extensions\/.*: the log says more\.$/),
      ]);
      const readiness = await get("/readyz");
      assertProblem(readiness);
      expect([readiness.status, readiness.headers["retry-after"]]).toEqual([503, "2"]);
      expect((await get(`${collection}/ann`)).status).toBe(200);
    },
  );

  it("leaves an object that is there already as it is, whatever its manifest says now", async () => {
    await write("a.yaml", manifest("one"));
    const databaseUrl = `file:${join(folder, "test.db")}`;
    const first = await startPeople("sqlite", { plugins: [{ ...peoplePlugin(), root: root() }], databaseUrl });
    await exchange(first.url, send("PUT", "/one", { spec: { name: "one", age: 9 } }));
    await first.close();
    await write("a.yaml", manifest("one", "spec: {name: one, age: 1}"));
    server = await startPeople("sqlite", { plugins: [{ ...peoplePlugin(), root: root() }], databaseUrl, log });
    expect([errors, (await get(`${collection}/one`)).json]).toEqual([
      [],
      expect.objectContaining({ spec: { name: "one", age: 9 } }),
    ]);
  });

  it("answers 503 NotReady with Retry-After for the types of a plugin that could not start", async () => {
    await write("a.yaml", "a: [");
    await start({ ...peoplePlugin(), root: root() });
    const answer = await get(collection);
    assertProblem(answer);
    expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "2"]);
    expect(answer.json).toMatchObject({ code: "NotReady" });
    expect((await get("/apis/console.api.people.example.com/v1alpha1/people/ann/greeting")).status).toBe(503);
    expect((await get("/healthz")).status).toBe(200);
  });

  it("builds an index again whose function has changed, and serves once it is built", async () => {
    const databaseUrl = `file:${join(folder, "test.db")}`;
    const initial = (extract: (object: { spec?: unknown }) => string | null): Plugin => {
      const { model } = peoplePlugin().resources[0] ?? {};
      const indexes = (model?.indexes ?? []).map((index) =>
        index.name === "initial" ? { ...index, fingerprint: String(extract), extract } : index,
      );
      // The plugin's controllers write by the model as it was generated.
      return { ...peoplePlugin({ indexes }), controllers: [] };
    };
    await (await startPeople("sqlite", { databaseUrl })).close();
    server = await startPeople("sqlite", {
      databaseUrl,
      plugins: [initial(({ spec }) => `${(spec as { name: string }).name.at(-1)}!`)],
      log,
    });
    expect(server.unready()).toEqual([]);
    expect((await get(`${collection}?fieldSelector=initial=r!&sort=metadata.name`)).json).toMatchObject({ total: 3 });
    await server.close();

    const broken = initial(() => {
      throw new Error("the inside");
    });
    server = await startPeople("sqlite", { databaseUrl, plugins: [broken, guest()], log });
    expect(server.unready()).toEqual(["The plugin people could not start: the log says why."]);
    expect(errors).toEqual([
      expect.stringMatching(/The index initial of people\.people\.example\.com cannot be built: .*ann/),
    ]);
    expect((await get(collection)).status).toBe(503);
  });

  it("refuses plugins that would get in each other's way", async () => {
    await expect(start(guest(), guest())).rejects.toThrow("The plugin guest is given twice.");
    await expect(start(peoplePlugin(), { ...peoplePlugin(), name: "again" })).rejects.toThrow(
      /resource people\.people\.example\.com/,
    );
  });
});

describe("a plugin's own code that fails", () => {
  let server: RunningServer | undefined;
  afterEach(() => server?.close());

  it("is a clean error where a rule or an index function throws, and stores nothing", async () => {
    const fail = (): never => {
      throw new Error("the inside");
    };
    const [resource] = peoplePlugin().resources;
    const indexes = (resource?.model.indexes ?? []).map((index) =>
      index.name === "initial"
        ? {
            ...index,
            extract: (object: { spec?: unknown }) => (JSON.stringify(object).includes("boom") ? fail() : null),
          }
        : index,
    );
    const check: ModelDescriptor["check"] = ({ object: { spec }, refuse }) => {
      if (!evenAge(spec as { age?: number }, fail)) refuse("spec.age", "must be even");
    };
    const plugins = [{ ...peoplePlugin({ indexes, check }), manifests: false }];
    server = await startPeople("sqlite", { plugins });
    const post = (spec: object) =>
      exchange(
        server?.url ?? "",
        send("POST", "", { ...person(), metadata: { name: "x" }, spec: { name: "x", ...spec } }),
      );
    expect((await post({ age: 1 })).json).toMatchObject({
      code: "Invalid",
      errors: [{ path: "/spec/age", code: "check", message: "must be even" }],
    });
    for (const answer of [await post({ age: 13 }), await post({ tags: ["boom"] })]) {
      assertProblem(answer);
      expect(answer.status).toBe(500);
      expect(answer.bytes.toString()).not.toContain("the inside");
    }
    expect((await exchange(server.url, send("GET", "/x"))).status).toBe(404);
    expect((await post({ age: 2 })).status).toBe(201);
  });

  function evenAge({ age = 0 }: { age?: number }, fail: () => never): boolean {
    return age === 13 ? fail() : age % 2 === 0;
  }
});
