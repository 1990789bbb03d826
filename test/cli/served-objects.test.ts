import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RunningServer } from "@cmgen/runtime";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { plugin } from "../../examples/people/src/generated/plugin.js";
import { startPeople } from "../server/people-server.js";
import { runCmgen, type CommandOutcome, type CommandSetting } from "./run-cmgen.js";

let server: RunningServer;
let folder: string;

beforeAll(async () => {
  server = await startPeople("sqlite", { plugins: [{ ...plugin, controllers: [] }] });
});
afterAll(() => server.close());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-served-"));
  vi.stubEnv("CMGEN_SERVER", server.url);
  vi.stubEnv("CMGEN_TOKEN", "");
  vi.stubEnv("XDG_CONFIG_HOME", join(folder, "config"));
  await fetch(collection(), { method: "DELETE" });
  for (const [name, age] of [
    ["ann", 42],
    ["bob", 17],
  ] as const) {
    await send("POST", "", { metadata: { name }, spec: { name: `${name} x`, age } });
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const collection = (): string => `${server.url}/apis/people.example.com/v1alpha1/people`;

async function send(method: string, path: string, body: object): Promise<unknown> {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const headers = { "content-type": type };
  const response = await fetch(`${collection()}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

async function stored(name: string): Promise<{ metadata: { version: number }; spec: unknown } | undefined> {
  const response = await fetch(`${collection()}/${name}`);
  return response.ok ? ((await response.json()) as { metadata: { version: number }; spec: unknown }) : undefined;
}

function cmgen(args: readonly string[], setting: Partial<CommandSetting> = {}): Promise<CommandOutcome> {
  return runCmgen(args, { workingFolder: folder, ...setting });
}

function file(path: string, text: string): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  return path;
}

/** Names are given again by each test, and their versions go on. */
async function versionOf(name: string): Promise<number> {
  return (await stored(name))?.metadata.version ?? Number.NaN;
}

const person = (name: string, age: number): string =>
  `apiVersion: people.example.com/v1alpha1\nkind: Person\nmetadata:\n  name: ${name}\nspec:\n  name: ${name} x\n  age: ${age}\n`;
const id = (name: string): string => `person.people.example.com/${name}`;

describe("get and describe", () => {
  test("print objects by name in every form, and go on after one that does not exist", async () => {
    expect(await cmgen(["get", "people", "bob", "nobody", "-o", "name"])).toEqual({
      code: 4,
      out: `${id("bob")}\n`,
      error: `${id("nobody")} does not exist.\n`,
    });
    expect((await cmgen(["get", "person/ann"])).out).toMatch(
      /^NAME +spec.name +spec.age +VERSION +AGE\nann +ann x +42 /,
    );
    const list = await cmgen(["get", "people", "-o", "json"]);
    expect(JSON.parse(list.out)).toMatchObject([{ metadata: { name: "ann" } }, { metadata: { name: "bob" } }]);
    expect((await cmgen(["get", "people", "--field-selector", "spec.age>=18", "-o", "yaml"])).out).toMatch(
      /^---\napiVersion: people.example.com\/v1alpha1\nkind: Person\nmetadata:\n {2}name: ann\n/,
    );
  });

  test("describe says what holds an object", async () => {
    await send("PATCH", "/bob", { metadata: { finalizers: ["x.example.com/a"], labels: { "x.example.com/t": "v" } } });
    await fetch(`${collection()}/bob`, { method: "DELETE" });
    const { code, out } = await cmgen(["describe", "people", "bob"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Name: +bob\nKind: +Person \(people.example.com\/v1alpha1\)\n/);
    expect(out).toMatch(/^Labels: +x.example.com\/t=v$/m);
    expect(out).toMatch(/^Deletion: +deleting since \S+ \(\d+s\), held by x.example.com\/a$/m);
    expect(out).toMatch(/^Spec:\n {2}name: bob x\n {2}age: 17\n$/m);
    await send("PATCH", "/bob", { metadata: { finalizers: [] } });
  });

  test.each([
    [["get", "pets"], /There is no resource "pets"\. Resources: people.v1alpha1.people.example.com/],
    [["get", "people", "ann", "-l", "a=b"], /Give names or selectors/],
    [["get", "people", "--field-selector", "spec.x=1"], /spec.x is not an index/],
    [["get", "people", "--server", "ftp://x"], /--server must be the address/],
    [["get", "people", "--context", "none"], /There is no context "none"/],
    [["get", "people", "--timeout", "0"], /--timeout must be/],
  ])("%j is a mistake of the caller", async (args, message) => {
    const { code, out, error } = await cmgen(args);
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(error).toMatch(message);
  });
});

describe("create and apply", () => {
  test("apply creates, changes and leaves alone, and says which", async () => {
    file("team/a.yaml", `${person("ann", 43)}---\n${person("bob", 17)}`);
    file(
      "team/b.json",
      JSON.stringify({
        apiVersion: "people.example.com/v1alpha1",
        kind: "Person",
        metadata: { name: "eve" },
        spec: { name: "eve x" },
      }),
    );
    file("team/notes.txt", "not an object");
    expect(await cmgen(["apply", "-f", "team", "--dry-run"])).toEqual({
      code: 0,
      out: `${id("ann")} would be configured\n${id("bob")} would be unchanged\n${id("eve")} would be created\n`,
      error: "",
    });
    expect(await stored("eve")).toBeUndefined();
    const version = await versionOf("ann");
    expect(await cmgen(["apply", "-f", "team"])).toEqual({
      code: 0,
      out: `${id("ann")} configured\n${id("bob")} unchanged\n${id("eve")} created\n`,
      error: "",
    });
    expect(await stored("ann")).toMatchObject({ metadata: { version: version + 1 }, spec: { age: 43 } });
  });

  test("what get prints can be applied, from standard input, and created elsewhere", async () => {
    const { out: list } = await cmgen(["get", "people", "-o", "json"]);
    expect((await cmgen(["apply", "-f", "-"], { input: list })).out).toBe(
      `${id("ann")} unchanged\n${id("bob")} unchanged\n`,
    );
    const { out: yaml } = await cmgen(["get", "people", "-o", "yaml"]);
    await fetch(collection(), { method: "DELETE" });
    expect((await cmgen(["create", "-f", "-", "-o", "name"], { input: yaml })).out).toBe(
      `${id("ann")}\n${id("bob")}\n`,
    );
  });

  test("an object that is refused is reported with the place of each mistake, and does not stop the others", async () => {
    const wrong = person("cid", 200).replace("name: cid x", "nam: cid");
    expect(await cmgen(["create", "-f", file("p.yaml", `${wrong}---\n${person("dan", 3)}`)])).toEqual({
      code: 4,
      out: `${id("dan")} created\n`,
      error:
        "p.yaml:5:1: /spec/name is required\np.yaml:6:3: /spec/nam is not a known field\n" +
        "p.yaml:7:3: /spec/age must be 150 or less\n1 of 2 objects were refused.\n",
    });
    expect((await cmgen(["create", "-f", "p.yaml"])).error).toContain(
      'p.yaml:12:3: person dan: There is a person "dan" already. Change it with `cmgen apply`.\n2 of 2 objects were refused.\n',
    );
  });

  test("a version that is not the object's any more is a conflict, and nothing is lost", async () => {
    const version = await versionOf("ann");
    const text = person("ann", 1).replace("name: ann\n", `name: ann\n  version: ${version}\n`);
    await send("PATCH", "/ann", { spec: { age: 50 } });
    const { code, error } = await cmgen(["apply", "-f", file("p.yaml", text)]);
    expect(code).toBe(4);
    expect(error).toMatch(/^p.yaml:5:3: person ann: .* remove it from the file/);
    expect(error).toContain(`has version ${version + 1} now`);
    expect(await stored("ann")).toMatchObject({ spec: { age: 50 } });
  });

  test.each([
    ["kind: Person\nmetadata: {name: x}\n", "p.yaml:1:1: apiVersion must be text"],
    ["a: [\n", "p.yaml:2:1: It is not valid YAML"],
    ["- 5\n- 6\n", "p.yaml:1:3: This is not an object"],
    [
      "apiVersion: a/v1\nkind: B\nmetadata: {name: x}\n",
      "p.yaml:2:1: The service has no B of a/v1.\nIt has: Person of people.example.com/v1alpha1.",
    ],
    ["# nothing\n", "There are no objects in p.yaml."],
    [person("x", 1).replace("name: x\n", "generateName: x-\n"), "p.yaml:3:1: apply needs metadata.name"],
  ])("%j is told with its place, and nothing is sent", async (text, message) => {
    const { code, out, error } = await cmgen(["apply", "-f", file("p.yaml", text)]);
    expect({ code, out }).toEqual({ code: 4, out: "" });
    expect(error).toContain(message);
  });

  test("a file that is wrong anywhere is not sent in part", async () => {
    await cmgen(["apply", "-f", file("p.yaml", `${person("zoe", 1)}---\nkind: [\n`)]);
    expect(await stored("zoe")).toBeUndefined();
    expect((await cmgen(["apply", "-f", "none.yaml"])).error).toBe("none.yaml does not exist.\n");
    expect((await cmgen(["apply"])).code).toBe(3);
  });
});

describe("delete", () => {
  test("by names, by selector, by file, and all", async () => {
    expect(await cmgen(["delete", "people", "ann", "nobody"])).toEqual({
      code: 4,
      out: `${id("ann")} deleted\n`,
      error: `${id("nobody")}: There is no person "nobody".\n`,
    });
    expect((await cmgen(["delete", id("nobody"), "--ignore-not-found"])).code).toBe(0);
    expect((await cmgen(["delete", "people", "--field-selector", "spec.age<18", "--dry-run"])).out).toBe(
      `${id("bob")} would be deleted\n`,
    );
    expect((await cmgen(["delete", "people", "--field-selector", "spec.age<18"])).out).toBe(`${id("bob")} deleted\n`);
    await cmgen(["create", "-f", file("p.yaml", person("cid", 1))]);
    expect((await cmgen(["delete", "-f", "p.yaml"])).out).toBe(`${id("cid")} deleted\n`);
    await cmgen(["create", "-f", "p.yaml"]);
    expect((await cmgen(["delete", "people", "--all"])).out).toBe(`${id("cid")} deleted\n`);
    expect(await cmgen(["delete", "people", "--all"])).toEqual({ code: 0, out: "", error: "No objects found.\n" });
  });

  test.each([
    [["people"]],
    [[]],
    [["people", "-f", "x"]],
    [["people", "ann", "--all"]],
    [["people", "ann", "-l", "a"]],
  ])("%j does not say what to delete", async (args) => {
    expect(await cmgen(["delete", ...args])).toMatchObject({ code: 3, out: "" });
    expect(await stored("ann")).toBeDefined();
  });

  test("says what holds an object, and waits until it is gone if asked to", async () => {
    await send("PATCH", "/ann", { metadata: { finalizers: ["x.example.com/a"] } });
    expect((await cmgen(["delete", "people", "ann"])).out).toMatch(
      /ann is deleting since .*, held by x.example.com\/a\n$/,
    );
    const late = await cmgen(["delete", "people", "ann", "--wait", "--timeout", "0.1"]);
    expect(late.code).toBe(4);
    expect(late.error).toMatch(/ann is still there after 0.1 s: deleting since .* held by x.example.com\/a\n$/);
    let out = "";
    const waiting = cmgen(["delete", "people", "ann", "--wait"], { onOutput: (text) => (out = text) });
    await vi.waitFor(() => expect(out).toContain("deleting since"), 20_000);
    await send("PATCH", "/ann", { metadata: { finalizers: [] } });
    expect(await waiting).toMatchObject({ code: 0, out: expect.stringMatching(/ann is gone\n$/) });
  });
});

describe("edit", () => {
  /** An editor that replaces text; each run takes the next replacement. What it was shown is in `shown-<n>`. */
  function editor(...changes: readonly (readonly [from: string, to: string])[]): void {
    const script = `
      const { existsSync, readFileSync, writeFileSync } = require("node:fs");
      const path = process.argv[2];
      let run = 0;
      while (existsSync(${JSON.stringify(folder)} + "/shown-" + run)) run += 1;
      const text = readFileSync(path, "utf8");
      writeFileSync(${JSON.stringify(folder)} + "/shown-" + run, text);
      const [from, to] = ${JSON.stringify(changes)}[run] ?? ["", ""];
      writeFileSync(path, text.replace(from, to));`;
    file("editor.cjs", script);
    vi.stubEnv("VISUAL", "");
    vi.stubEnv("EDITOR", `"${process.execPath}" ${join(folder, "editor.cjs")}`);
  }
  const shown = (run: number): string => readFileSync(join(folder, `shown-${run}`), "utf8");

  test("puts what is saved in the object's place", async () => {
    editor(["age: 42", "age: 43"]);
    const version = await versionOf("ann");
    expect(await cmgen(["edit", "people", "ann"])).toEqual({ code: 0, out: `${id("ann")} edited\n`, error: "" });
    expect(await stored("ann")).toMatchObject({ metadata: { version: version + 1 }, spec: { age: 43 } });
  });

  test("changes nothing if nothing is changed", async () => {
    editor();
    expect((await cmgen(["edit", id("ann")])).out).toBe(`${id("ann")} is unchanged\n`);
    expect((await cmgen(["edit", "people", "nobody"])).code).toBe(4);
    expect((await cmgen(["edit", "people"])).code).toBe(3);
  });

  test("opens again with the reason and the text when the service refuses, or it is no object", async () => {
    editor(["age: 42", "age: [42"], ["age: [42", "age: 200"], ["age: 200", "age: 20"]);
    expect(await cmgen(["edit", "people", "ann"])).toMatchObject({ code: 0, out: `${id("ann")} edited\n` });
    expect(shown(1)).toMatch(/^# It is not valid YAML: /m);
    expect(shown(1)).toContain("age: [42");
    expect(shown(2)).toMatch(/^# \/spec\/age must be 150 or less\.?$/m);
    expect(shown(2)).not.toContain("not valid YAML");
    expect(await stored("ann")).toMatchObject({ spec: { age: 20 } });
  });

  test("keeps the text when the user gives up", async () => {
    editor(["age: 42", "age: 200"]);
    const { code, error } = await cmgen(["edit", "people", "ann"]);
    expect(code).toBe(4);
    const [, path = ""] = /Your text is kept in (.*)\.\n$/.exec(error) ?? [];
    expect(readFileSync(path, "utf8")).toContain("age: 200");
    expect(statSync(path).mode & 0o077).toBe(0);
    rmSync(dirname(path), { recursive: true });
  });

  test("without a terminal an editor must be named, and one that is not there is asked for", async () => {
    vi.stubEnv("VISUAL", "");
    vi.stubEnv("EDITOR", "");
    expect(await cmgen(["edit", "people", "ann"])).toEqual({
      code: 3,
      out: "",
      error: expect.stringMatching(/^cmgen: There is no terminal to run an editor in. Set EDITOR or VISUAL/),
    });
    vi.stubEnv("EDITOR", "cmgen-no-editor");
    const { code, error } = await cmgen(["edit", "people", "ann"]);
    expect(code).toBe(4);
    expect(error).toMatch(
      /^The editor cmgen-no-editor ended with 127\. .* Set EDITOR or VISUAL to the one that you use\./,
    );
  });

  /** An editor during whose first run somebody else changes the object. */
  function editorMeanwhile(change: object, ...changes: readonly (readonly [from: string, to: string])[]): void {
    editor(...changes);
    const body = JSON.stringify(JSON.stringify(change));
    const type = "application/merge-patch+json";
    const call = `fetch("${collection()}/ann", { method: "PATCH", headers: { "content-type": "${type}" }, body: ${body} })`;
    const text = readFileSync(join(folder, "editor.cjs"), "utf8");
    writeFileSync(join(folder, "editor.cjs"), `${text}\nif (run === 0) ${call};`);
  }

  test("merges with what somebody else changed meanwhile", async () => {
    editorMeanwhile({ spec: { gender: "FEMALE" } }, ["age: 42", "age: 43"]);
    const version = await versionOf("ann");
    expect((await cmgen(["edit", "people", "ann"])).out).toBe(`${id("ann")} edited\n`);
    expect(await stored("ann")).toMatchObject({
      metadata: { version: version + 2 },
      spec: { age: 43, gender: "FEMALE" },
    });
  });

  test("asks where both have changed the same field", async () => {
    const line = "# Below are your values. To write them over the others, delete this line and save.\n";
    editorMeanwhile({ spec: { age: 50 } }, ["age: 42", "age: 43"], [line, ""]);
    const version = await versionOf("ann");
    expect((await cmgen(["edit", "people", "ann"])).out).toBe(`${id("ann")} edited\n`);
    expect(shown(1)).toContain("#   /spec/age is now 50\n");
    expect(await stored("ann")).toMatchObject({ metadata: { version: version + 2 }, spec: { age: 43 } });
  });
});

test("watch prints what is there, then each change, until it is interrupted", async () => {
  const stop = new AbortController();
  let out = "";
  const watching = cmgen(["watch", "people", "-o", "json", "--field-selector", "spec.age>=18"], {
    signal: stop.signal,
    onOutput: (text) => (out = text),
  });
  await vi.waitFor(() => expect(out).toContain('"name":"ann"'), 20_000);
  await send("PATCH", "/bob", { spec: { age: 18 } });
  await send("PATCH", "/ann", { spec: { age: 43 } });
  await send("PATCH", "/bob", { spec: { age: 5 } });
  await vi.waitFor(() => expect(out).toContain("DELETED"), 20_000);
  stop.abort();
  expect((await watching).code).toBe(0);
  const events = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; object: { metadata: { name: string } } });
  expect(events.map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual([
    "ADDED ann",
    "ADDED bob",
    "MODIFIED ann",
    "DELETED bob",
  ]);
});

describe("contexts", () => {
  test("name servers, and never print a token", async () => {
    const path = join(folder, "config", "cmgen", "contexts.yaml");
    expect(await cmgen(["context", "list"])).toMatchObject({ code: 0, out: "" });
    const set = ["context", "set", "here", "--server", `${server.url}/`, "--token-file", "-"];
    expect((await cmgen(set, { input: "s3cret\n" })).out).toBe(`Context here is ${server.url}, and in use.\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await cmgen(["context", "set", "there", "--server", "http://127.0.0.1:1"]);
    const list = await cmgen(["context", "list"]);
    expect(list.out).toMatch(/^\* {2}here .* kept\n {3}there .* none$/m);
    vi.stubEnv("CMGEN_SERVER", "");
    expect((await cmgen(["get", "people", "ann", "-o", "name"])).code).toBe(0);
    expect((await cmgen(["context", "use", "there"])).code).toBe(0);
    expect((await cmgen(["get", "people"])).code).toBe(4);
    expect((await cmgen(["get", "people", "--context", "here"])).code).toBe(0);
    vi.stubEnv("CMGEN_SERVER", server.url);
    expect((await cmgen(["get", "people"])).code).toBe(0);
    expect((await cmgen(["context", "delete", "there"])).out).toBe(
      "Context there is deleted. No context is in use now.\n",
    );
    expect(readFileSync(path, "utf8")).toContain("s3cret");
    writeFileSync(path, "contexts: {a: {server: 'http://x', token: s3cret, other: 1}}\n");
    const broken = await cmgen(["context", "list"]);
    expect(broken).toMatchObject({ code: 3, error: expect.stringContaining("`contexts.a.other` is not a key") });
    writeFileSync(path, "contexts: {a: {token: s3cret\n");
    expect(await cmgen(["context", "list"])).toMatchObject({ code: 3, error: expect.not.stringContaining("s3cret") });
  });
});
