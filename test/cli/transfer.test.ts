import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Decision, RunningServer } from "@cmgen/runtime";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startReferences, temporaryPlugin } from "../references/references-server.js";
import { databases } from "../server/people-server.js";
import { runCmgen, type CommandOutcome } from "./run-cmgen.js";

interface StoredObject {
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly [part: string]: unknown;
}

const models = resolve("test/references/plugin/src/models");
const sources = new Map([
  ...readdirSync(models).map((name) => [`src/models/${name}`, readFileSync(join(models, name), "utf8")] as const),
  [
    "src/models/person.ts",
    `import { defineModel, type Extension, type Integer } from "@cmgen/model";
export interface PersonSpec {
  /** @unique */
  name: string;
  /** @minimum 0 @maximum 150 @index */
  age?: Integer;
  tags?: string[];
}
export type Person = Extension<PersonSpec>;
export default defineModel<Person>({
  group: "references.example.com", version: "v1", kind: "Person", plural: "people", singular: "person",
});
`,
  ],
]);

/** JSON with the members of each object by name. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}

let references: Awaited<ReturnType<typeof temporaryPlugin>>;
beforeAll(async () => {
  references = await temporaryPlugin(sources);
});
afterAll(() => references.dispose());

describe.each(databases)("export and import on %s", (database) => {
  let server: RunningServer;
  let folder: string;
  let isAllowed: (resource: string) => boolean;

  beforeAll(async () => {
    const authorizer = ({ resource, verb }: { resource: string; verb: string }): Decision =>
      verb === "get" || verb === "list" || isAllowed(resource)
        ? { decision: "allow" }
        : { decision: "forbidden", reason: "you may not" };
    ({ server } = await startReferences(references, database, { authorizer }));
  });
  afterAll(() => server.close());
  beforeEach(() => {
    isAllowed = () => true;
    folder = mkdtempSync(join(tmpdir(), "cmgen-transfer-"));
    vi.stubEnv("CMGEN_SERVER", server.url);
    vi.stubEnv("CMGEN_TOKEN", "");
    vi.stubEnv("XDG_CONFIG_HOME", join(folder, "config"));
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
    await wipe();
  });

  async function wipe(): Promise<void> {
    isAllowed = () => true;
    for (const plural of ["items", "members", "teams", "people"]) {
      const response = await fetch(`${server.url}/apis/references.example.com/v1/${plural}`, { method: "DELETE" });
      expect(response.status).toBe(200);
      await response.text();
    }
  }
  const cmgen = (args: readonly string[], input = ""): Promise<CommandOutcome> =>
    runCmgen(args, { workingFolder: folder, input });
  const file = (name: string): string => join(folder, name);
  const write = (name: string, objects: readonly object[]): void =>
    writeFileSync(file(name), objects.map((object) => `${JSON.stringify(object)}\n`).join(""));
  const linesOf = (text: string): readonly string[] => text.split("\n").slice(0, -1);

  /** What is stored of a kind, without what the service sets. */
  async function stored(kind: string): Promise<readonly string[]> {
    const { out } = await cmgen(["export", kind]);
    return linesOf(out).map((line) => {
      const { metadata, ...rest } = JSON.parse(line) as StoredObject;
      const { uid, version, creationTimestamp, ...given } = metadata;
      expect([typeof uid, typeof version, typeof creationTimestamp]).toEqual(["string", "number", "string"]);
      // Merged into an object, a member that it did not have comes last.
      return inOrder({ metadata: given, ...rest });
    });
  }
  const person = (name: string, spec: object = {}): object => ({
    apiVersion: "references.example.com/v1",
    kind: "Person",
    metadata: { name },
    spec: { name: `${name} x`, ...spec },
  });
  const referring = (kind: string, name: string, spec: object): object => ({
    apiVersion: "references.example.com/v1",
    kind,
    metadata: { name, labels: { "x.example.com/kind": kind } },
    spec,
  });

  test("all kinds come back as they were, also those that refer to later ones and in circles", async () => {
    const count = 200;
    const name = (at: number): string => `m-${String(at % count).padStart(5, "0")}`;
    const members = Array.from({ length: count }, (_, at) =>
      // Some have each other, in two batches.
      referring("Member", name(at), {
        team: `t-${at % 7}`,
        ...(at % 50 === 0 && { boss: name(at + 100), friends: [name(at + 1)] }),
        note: "=HYPERLINK(1)",
      }),
    );
    const items = Array.from({ length: 50 }, (_, at) => referring("Item", `i-${at}`, { owner: name(at) }));
    const teams = Array.from({ length: 7 }, (_, at) => referring("Team", `t-${at}`, { title: `Team "${at}"` }));
    write("in.jsonl", [...items, ...members, ...teams, person("ann", { age: 42 })]);
    const imported = await cmgen(["import", "in.jsonl"]);
    expect(imported).toEqual({ code: 0, out: "Imported 258 objects.\n", error: "" });

    const before = await Promise.all(["teams", "members", "items", "people"].map(stored));
    expect((await cmgen(["export", "-o", "all.jsonl"])).out).toBe("Exported 258 objects.\n");
    const kinds = linesOf(readFileSync(file("all.jsonl"), "utf8")).map(
      (line) => (JSON.parse(line) as { kind: string }).kind,
    );
    expect(kinds.indexOf("Team")).toBeLessThan(kinds.indexOf("Member"));
    expect(kinds.lastIndexOf("Member")).toBeLessThan(kinds.indexOf("Item"));
    for (const mode of ["apply", "replace"]) {
      await wipe();
      expect(await cmgen(["import", "all.jsonl", "--mode", mode])).toMatchObject({ code: 0, error: "" });
      expect(await Promise.all(["teams", "members", "items", "people"].map(stored))).toEqual(before);
    }
    expect(readdirSync(folder).toSorted()).toEqual(["all.jsonl", "in.jsonl"]);
  });

  const hostile = [
    'say "hi",\r\nthere',
    "=cmd|' /C calc'!A0",
    "'+1",
    "-1",
    "\u2028\u2029",
    "---\n- x",
    "null",
    "42",
    " ",
    "<script>",
  ];

  test.each(["jsonl", "yaml", "csv"])("hostile texts come back as they were by %s", async (format) => {
    const large = "ä\n".repeat(120_000);
    const objects = [
      ...hostile.map((text, at) => referring("Member", `h-${at}`, { note: text })),
      ...[1, 2, 3].map((at) => referring("Member", `l-${at}`, { note: large.repeat(at === 3 ? 2 : 1) })),
    ];
    write("in.jsonl", objects);
    expect(await cmgen(["import", "in.jsonl"])).toMatchObject({ code: 0, error: "" });
    const before = await stored("members");
    const columns = 'metadata.name,metadata.labels["x.example.com/kind"],spec.note,spec.friends';
    const more = format === "csv" ? ["--columns", columns] : [];
    expect((await cmgen(["export", "members", "-o", `out.${format}`, ...more])).code).toBe(0);
    await wipe();
    const kind = format === "csv" ? ["--kind", "members"] : [];
    const input = readFileSync(file(`out.${format}`), "utf8");
    expect(await cmgen(["import", "-", "--format", format, ...kind], input)).toMatchObject({ code: 0, error: "" });
    expect(await stored("members")).toEqual(before);
  });

  test("broken and refused lines are reported with their causes, and the others are written", async () => {
    const lines = Array.from({ length: 700 }, (_, at) => JSON.stringify(person(`p-${at}`)));
    lines[10] = '{"apiVersion": "people';
    lines[20] = JSON.stringify(person("p-20", { age: 200, x: 1 }));
    lines[30] = JSON.stringify({ ...person("p-30"), kind: "Pet" });
    lines[40] = JSON.stringify(person("p-40", { name: "p-0 x" }));
    lines[50] = '{"kind":"Person","kind":"Person"}';
    lines[60] = JSON.stringify({ ...person("p-60"), metadata: {} });
    lines[600] = JSON.stringify(referring("Member", "m", { team: "none" }));
    writeFileSync(file("in.jsonl"), `${lines.join("\n")}\n`);
    const { code, out, error } = await cmgen(["import", "in.jsonl", "--refused", "refused.jsonl"]);
    expect({ code, out }).toEqual({ code: 4, out: "Imported 693 objects.\n" });
    expect(error).toMatch(/^in\.jsonl:11: It is not valid JSON: /m);
    expect(error).toMatch(/^in\.jsonl:21: person p-20: \/spec\/age must be .*150/m);
    expect(error).toMatch(/^in\.jsonl:21: person p-20: \/spec\/x /m);
    expect(error).toMatch(/^in\.jsonl:31: The service has no Pet of references\.example\.com\/v1\.$/m);
    expect(error).toMatch(/^in\.jsonl:41: person p-40: .*spec\.name/m);
    expect(error).toMatch(/^in\.jsonl:51: .*kind/m);
    expect(error).toMatch(/^in\.jsonl:61: metadata\.name/m);
    expect(error).toMatch(/^in\.jsonl:601: member m: \/spec\/team refers to the team "none", which does not exist$/m);
    expect(error).toMatch(/7 of 700 objects were refused\.\n$/);

    const refused = readFileSync(file("refused.jsonl"), "utf8");
    expect(linesOf(refused)).toEqual([10, 20, 30, 40, 50, 60, 600].map((at) => lines[at]));
    const corrected = refused
      .replace('200,"x":1', "20")
      .replace("p-0 x", "other")
      .replace('"team":"none"', "")
      .replace('{"apiVersion": "people', JSON.stringify(person("p-10")))
      .replace('"Pet"', '"Person"')
      .replace('{"kind":"Person","kind":"Person"}', JSON.stringify(person("p-50")))
      .replace('"metadata":{}', '"metadata":{"name":"p-60"}');
    writeFileSync(file("refused.jsonl"), corrected);
    expect(await cmgen(["import", "refused.jsonl"])).toMatchObject({
      code: 0,
      out: "Imported 7 objects.\n",
      error: "",
    });
  });

  test("create refuses names that are taken, apply merges, and replace removes what is left out", async () => {
    write("first.jsonl", [person("ann", { age: 42, tags: ["a"] }), person("bob")]);
    expect((await cmgen(["import", "first.jsonl", "--mode", "create"])).code).toBe(0);
    const again = await cmgen(["import", "first.jsonl", "--mode", "create"]);
    expect(again.code).toBe(4);
    expect(again.error).toMatch(/^first\.jsonl:1: person ann: There is a person "ann" already\.$/m);
    write("second.jsonl", [person("ann", { age: 43 }), person("cleo")]);
    const specs = async (): Promise<readonly unknown[]> =>
      (await stored("people")).map((line) => (JSON.parse(line) as StoredObject)["spec"]);
    expect((await cmgen(["import", "second.jsonl"])).code).toBe(0);
    expect(await specs()).toEqual([{ name: "ann x", age: 43, tags: ["a"] }, { name: "bob x" }, { name: "cleo x" }]);
    write("third.jsonl", [person("ann", { age: 43 }), person("dan")]);
    expect((await cmgen(["import", "third.jsonl", "--mode", "replace"])).code).toBe(0);
    expect(await specs()).toEqual([
      { name: "ann x", age: 43 },
      { name: "bob x" },
      { name: "cleo x" },
      { name: "dan x" },
    ]);
  });

  test("of an object that is there twice, the last one counts", async () => {
    write(
      "in.jsonl",
      Array.from({ length: 3000 }, (_, at) => person(`p-${at % 600}`, { age: Math.floor(at / 600) })),
    );
    expect((await cmgen(["import", "in.jsonl"])).code).toBe(0);
    expect((await stored("people")).every((line) => line.includes('"age":4'))).toBe(true);
  });

  test("a long chain of refusals leaves what is right, which is created once", async () => {
    const name = (at: number): string => `m-${String(at).padStart(3, "0")}`;
    const chain = Array.from({ length: 60 }, (_, at) =>
      referring("Member", name(at), { team: "red", boss: at === 0 ? "nobody" : name(at - 1) }),
    );
    const lines = [referring("Team", "red", {}), ...chain, person("ann"), person("bob")];
    const send = async (): Promise<readonly string[]> => {
      const response = await fetch(`${server.url}/apis/-/import?mode=create`, {
        method: "POST",
        headers: { "content-type": "application/x-ndjson", "idempotency-key": "chain" },
        body: lines.map((line) => JSON.stringify(line)).join("\n"),
      });
      return linesOf(await response.text());
    };
    for (let times = 0; times < 3; times += 1) {
      const answer = await send();
      expect(answer.at(-1)).toBe(JSON.stringify({ line: 63, imported: 3, refused: 60 }));
      expect(answer).toHaveLength(61);
      expect(await stored("people")).toHaveLength(2);
      expect([...(await stored("teams")), ...(await stored("members"))]).toHaveLength(1);
    }
  });

  test("what the caller may not write is refused", async () => {
    write("in.jsonl", [person("ann"), referring("Team", "red", {}), person("bob")]);
    isAllowed = (resource) => resource !== "people";
    const { code, error } = await cmgen(["import", "in.jsonl"]);
    expect(code).toBe(4);
    expect(error).toMatch(
      /^in\.jsonl:1: person ann: .*\n?.*\nin\.jsonl:3: person bob: .*\n2 of 3 objects were refused\.\n$/,
    );
    expect(await stored("teams")).toHaveLength(1);
    expect(await stored("people")).toEqual([]);
  });

  test("a dry run reports what would be refused, and writes nothing", async () => {
    write("team.jsonl", [referring("Team", "red", {})]);
    await cmgen(["import", "team.jsonl"]);
    write("in.jsonl", [
      person("ann"),
      { ...person("bob"), kind: "Pet" },
      person("cleo", { age: 999 }),
      person("dan", { name: "ann x" }),
      referring("Member", "eve", { team: "red" }),
      referring("Member", "fay", { team: "blue" }),
    ]);
    const { code, out, error } = await cmgen(["import", "in.jsonl", "--dry-run"]);
    expect(code).toBe(4);
    expect(out).toBe("2 objects would be imported.\n");
    expect(error.split("\n")).toEqual([
      "in.jsonl:2: The service has no Pet of references.example.com/v1.",
      "in.jsonl:3: person cleo: /spec/age must be 150 or less",
      expect.stringMatching(/^in\.jsonl:4: person dan: .*"ann x".*ann/),
      expect.stringMatching(/^in\.jsonl:6: member fay: \/spec\/team .*blue/),
      "4 of 6 objects would be refused.",
      "",
    ]);
    expect([await stored("people"), await stored("members")]).toEqual([[], []]);
  });

  test("a table that a person wrote is read by the types of the fields", async () => {
    const table =
      '\uFEFFmetadata.name,spec.name,spec.age,spec.tags\nann,42,7,"[""a""]"\nbob,"Bob, B.",,\ncleo,C\ndan,D,x,\n';
    const { code, error } = await cmgen(["import", "-", "--format", "csv", "--kind", "people"], table);
    expect(code).toBe(4);
    expect(error).toMatch(/^standard input:4: It has 2 cells, and the first line 4\.$/m);
    expect(error).toMatch(/^standard input:5: person dan: \/spec\/age /m);
    expect(
      (await cmgen(["export", "people", "--format", "csv", "--columns", "spec.name,spec.age,spec.tags"])).out,
    ).toBe('spec.name,spec.age,spec.tags\r\n42,7,"[""a""]"\r\n"Bob, B.",,\r\n');
  });

  test.each([
    [["export", "--format", "csv"], /A table has one kind: name it/],
    [["export", "people", "--format", "csv", "--columns", "spec.nmae"], /Person has no field spec\.nmae/],
    [["export", "people", "--columns", "spec.name"], /--columns goes with --format csv/],
    [["import", "-"], /--format jsonl, yaml or csv/],
    [["import", "-", "--format", "csv"], /give --kind/],
    [["import", "-", "--format", "jsonl", "--resume", "x"], /--resume needs a file/],
    [["import", "some.jsonl", "--refused", "./some.jsonl"], /--refused must be another file/],
    [["import", "some.jsonl", "--resume", "some.jsonl"], /--resume must be another file/],
    [["import", "some.jsonl", "--refused", "x", "--resume", "x"], /must be two files/],
    [["import", "some.jsonl", "--resume", "other.txt"], /other\.txt is not the state of an import/],
    [["import", "copy.jsonl"], /a copy of a whole database: import it with --as-is/],
    [["import", "semicolons.csv", "--kind", "people"], /divided by ";"/],
  ])("%j is a mistake of the caller", async (args, message) => {
    const files = {
      "some.jsonl": `${JSON.stringify(person("ann"))}\n`,
      "other.txt": "not whole",
      "copy.jsonl": '{"copy":{"format":1}}\n',
      "semicolons.csv": "metadata.name;spec.name\nann;Ann\n",
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(file(name), text);
    const { code, error } = await cmgen(args);
    for (const [name, text] of Object.entries(files)) expect(readFileSync(file(name), "utf8")).toBe(text);
    expect(code).toBe(3);
    expect(error).toMatch(message);
  });

  test("a file that cannot be written whole is not there", async () => {
    write("in.jsonl", [person("ann")]);
    await cmgen(["import", "in.jsonl"]);
    expect((await cmgen(["export", "-o", "all.jsonl", "--field-selector", "spec.none=1"])).code).toBe(3);
    expect(readdirSync(folder)).toEqual(["in.jsonl"]);
  });

  test.each(["apply", "create"])("killed again and again, %s goes on where it was", async (mode) => {
    const count = 2000;
    const lines = Array.from({ length: count }, (_, at) =>
      person(`${mode}-${String(at).padStart(5, "0")}`, { age: at % 151 }),
    );
    write("in.jsonl", [...lines.slice(0, 600), person("bad", { age: 999 }), ...lines.slice(600)]);
    const args = ["import", "in.jsonl", "--mode", mode, "--resume", "state", "--refused", "refused"];
    let kills = 0;
    for (let wait = 300; ; wait += 200) {
      const child = execFile(process.execPath, [resolve("packages/cli/bin/cmgen.js"), ...args], { cwd: folder });
      let error = "";
      child.stderr?.on("data", (text: string) => (error += text));
      const ended = new Promise<number | null>((done) => child.on("close", (code) => done(code)));
      const steps = (): number =>
        existsSync(file("state")) ? readFileSync(file("state"), "utf8").split("\n").length : 0;
      const before = steps();
      const timer = setInterval(() => {
        // Not before it has done something, so that all runs together come to an end.
        if (kills < 3 && steps() > before + 2) child.kill("SIGKILL");
      }, 5);
      const code = await ended;
      clearInterval(timer);
      if (code === null) {
        kills += 1;
        continue;
      }

      expect({ code, error }).toEqual({ code: 4, error: expect.stringMatching(/1 of 2001 objects was refused\.\n$/) });
      break;
    }
    expect(kills).toBeGreaterThan(0);
    expect(await stored("people")).toHaveLength(count);
    const { out } = await cmgen(["export", "people", "--field-selector", `metadata.name>=${mode}-01500`]);
    expect(linesOf(out)).toHaveLength(500);
    expect(linesOf(out).every((line) => (JSON.parse(line) as StoredObject).metadata["version"] === 1)).toBe(true);
    expect(linesOf(readFileSync(file("refused"), "utf8"))).toEqual([JSON.stringify(person("bad", { age: 999 }))]);
    expect(existsSync(file("state"))).toBe(false);
  });
});
