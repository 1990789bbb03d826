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

async function openWatches(): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return [...metrics.matchAll(/^cmgen_http_watches\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
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
    [["get", "people", "--timeout", "0"], /--timeout must be a time up to 24h, .*; for 0 seconds write 0s/],
    [["get", "people", "--timeout", "2days"], /--timeout must be a time up to 24h, such as 500ms, 30s or 15m\.\n/],
    [["get", "people", "--page", "2"], /Give --limit with --page/],
    [["get", "people", "--limit", "0"], /--limit must be a whole number from 1/],
    [["get", "people", "ann", "--limit", "5"], /--sort, --limit and --page are for lists: give no names/],
    [["get", "people", "--sort", "spec.age,up"], /--sort must be a field, .* not "spec.age,up"/],
    [["get", "people", "--sort", "spec.x"], /spec.x/],
    [["get", "people", "--watch", "--limit", "5"], /A watch is of all objects selected/],
    [["get", "people", "--token", "s3cret", "--token-file", "x"], /Give --token or --token-file, not both/],
    [["get", "people", "--token", "two words"], /^cmgen: --token must have one line with a token/],
    [["get", "people", "--header", "s3cret"], /--header must be a name, a colon and a value/],
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
    const late = await cmgen(["delete", "people", "ann", "--wait", "--timeout", "2s"]);
    expect(late.code).toBe(5);
    expect(late.error).toMatch(/^After 2s \S+ann is still there: deleting since .* held by x.example.com\/a\.\n$/);
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

describe("get", () => {
  const names = async (...args: string[]) => {
    const { out } = await cmgen(["get", "people", "-o", "name", ...args]);
    return out
      .split("\n")
      .map((line) => line.split("/")[1])
      .filter((name) => name !== undefined);
  };
  beforeEach(async () => {
    for (const [name, age] of [
      ["cid", 30],
      ["dan", 80],
      ["eve", 5],
    ] as const)
      await send("POST", "", { metadata: { name }, spec: { name: `${name} x`, age } });
  });

  test("sorts by indexes, in their own direction where none is given", async () => {
    expect(await names()).toEqual(["ann", "bob", "cid", "dan", "eve"]);
    expect(await names("--sort", "spec.age,asc")).toEqual(["eve", "bob", "cid", "ann", "dan"]);
    expect(await names("--sort", "spec.age,desc")).toEqual(["dan", "ann", "cid", "bob", "eve"]);
    expect(await names("--sort", "spec.age")).toEqual(["dan", "ann", "cid", "bob", "eve"]);
    expect(await names("--sort", "metadata.deletionTimestamp", "--sort", "metadata.name,desc")).toEqual([
      "eve",
      "dan",
      "cid",
      "bob",
      "ann",
    ]);
  });

  test("shows a page of a list, and says where the next one is", async () => {
    expect(await names("--limit", "2")).toEqual(["ann", "bob"]);
    expect(await names("--limit", "2", "--page", "3")).toEqual(["eve"]);
    expect(await names("--limit", "2", "--page", "9")).toEqual([]);
    const { out, error } = await cmgen(["get", "people", "--limit", "2", "--page", "2", "--sort", "spec.age,asc"]);
    expect(out).toMatch(/^NAME.*\ncid .*\nann .*\n$/);
    expect(error).toBe("There are more: --page 3 has the next ones.\n");
    expect((await cmgen(["get", "people", "--limit", "2"])).error).toContain("--page 2");
    expect((await cmgen(["get", "people", "--limit", "5"])).error).toBe("");
    expect(JSON.parse((await cmgen(["get", "people", "--limit", "1", "-o", "json"])).out)).toHaveLength(1);
  });

  /** Watches until what is printed has the last text, and does what comes after each of the others. */
  async function watched(args: readonly string[], ...steps: readonly (readonly [text: string, act: () => unknown])[]) {
    const stop = new AbortController();
    let out = "";
    const watching = cmgen(["get", ...args], { signal: stop.signal, onOutput: (text) => (out = text) });
    for (const [text, act] of steps) {
      await vi.waitFor(() => expect(out).toContain(text), 20_000);
      await act();
    }
    stop.abort();
    return watching;
  }

  test("--watch prints a list, then each change, until it is interrupted", async () => {
    const selected = ["people", "--watch", "-o", "json", "--field-selector", "spec.age>=40"];
    const { code, out } = await watched(
      selected,
      ['"name":"dan"', () => send("PATCH", "/bob", { spec: { age: 41 } })],
      ['"name":"bob"', () => send("PATCH", "/ann", { spec: { age: 43 } })],
      ["MODIFIED", () => send("PATCH", "/bob", { spec: { age: 5 } })],
      ["DELETED", () => {}],
    );
    expect(code).toBe(0);
    const events = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string; object: { metadata: { name: string } } });
    expect(events.map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual([
      "ADDED ann",
      "ADDED dan",
      "ADDED bob",
      "MODIFIED ann",
      "DELETED bob",
    ]);
  });

  test("--watch prints rows for people, a document each in YAML, and waits for what is not there yet", async () => {
    const table = await watched(
      ["people", "-w", "--sort", "spec.age,asc"],
      ["dan x", () => send("PATCH", "/eve", { spec: { age: 6 } })],
      ["MODIFIED", () => {}],
    );
    expect(table).toMatchObject({ code: 0, error: "" });
    expect(table.out).toMatch(/^CHANGE +NAME .*\nADDED +eve .*\nADDED +bob (?:.*\n)*MODIFIED +eve +eve x +6 /);
    const yaml = await watched(
      ["people", "ann", "zoe", "--watch", "-o", "yaml"],
      ["name: ann", () => send("POST", "", { metadata: { name: "zoe" }, spec: { name: "zoe x" } })],
      ["name: zoe", () => {}],
    );
    expect(yaml.out).toMatch(/^---\ntype: ADDED\nobject:\n(?:.*\n)*---\ntype: ADDED\nobject:\n/);
    expect(yaml.out).not.toContain("name: bob");
    const later = await watched(
      ["people", "--watch-only", "-o", "name"],
      [
        "",
        async () => {
          await new Promise((resolve) => setTimeout(resolve, 500));
          await send("PATCH", "/cid", { spec: { age: 31 } });
        },
      ],
      ["cid", () => {}],
    );
    expect(later.out).toBe(`MODIFIED ${id("cid")}\n`);
  });
});

describe("patch", () => {
  test("merges, applies a JSON Patch, and says where nothing changed", async () => {
    const merge = ["patch", "people", "ann", "-p", '{"spec": {"age": 43, "gender": "FEMALE"}}'];
    expect(await cmgen(merge)).toEqual({ code: 0, out: `${id("ann")} patched\n`, error: "" });
    expect((await cmgen(merge)).out).toBe(`${id("ann")} is unchanged\n`);
    expect((await cmgen(["patch", "person/ann", "-p", "spec: {gender: null}"])).code).toBe(0);
    expect(await stored("ann")).toMatchObject({ spec: { name: "ann x", age: 43 } });
    const operations = JSON.stringify([
      { op: "test", path: "/spec/age", value: 43 },
      { op: "replace", path: "/spec/age", value: 44 },
    ]);
    const json = ["patch", "people", "ann", "--type", "json", "--patch-file", file("p.json", operations), "-o", "json"];
    expect(JSON.parse((await cmgen(json)).out)).toMatchObject({ spec: { age: 44 } });
    const failed = await cmgen(json);
    expect(failed).toMatchObject({ code: 4, out: "" });
    expect(failed.error).toMatch(/^person.people.example.com\/ann: /);
    expect(await stored("ann")).toMatchObject({ spec: { age: 44 } });
  });

  test("changes a status alone", async () => {
    for (const args of [
      ["-p", "status: {greeting: Hi}"],
      ["--type", "json", "-p", '[{"op": "replace", "path": "/status/greeting", "value": "Ho"}]'],
    ]) {
      expect((await cmgen(["patch", "people", "ann", "--status", ...args])).out).toBe(`${id("ann")} patched\n`);
    }
    expect(await stored("ann")).toMatchObject({ spec: { age: 42 }, status: { greeting: "Ho" } });
  });

  test("of several, one that is refused does not stop the others", async () => {
    const { code, out, error } = await cmgen(["patch", "people", "nobody", "bob", "-p", "spec: {age: 18}"]);
    expect({ code, out }).toEqual({ code: 4, out: `${id("bob")} patched\n` });
    expect(error).toMatch(/^person.people.example.com\/nobody: /);
  });

  test.each([
    [["people", "ann"], /Give the patch with -p/],
    [["people", "-p", "{}"], /Give names, selectors, or --all for all people/],
    [["people", "ann", "-p", "[]"], /A patch is a map of what changes/],
    [["people", "ann", "-p", "{"], /cannot be read as JSON or YAML/],
    [["people", "ann", "-p", "{}", "--type", "json"], /With --type json a patch is a list/],
    [["people", "ann", "-p", "{spec: {}}", "--status"], /With --status a patch has `status` and nothing else/],
  ])("%j is a mistake of the caller", async (args, message) => {
    const { code, out, error } = await cmgen(["patch", ...args]);
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(error).toMatch(message);
  });
});

describe("label and annotate", () => {
  const team = "x.example.com/team";
  const labels = async () => (await stored("ann"))?.metadata as { labels?: unknown; annotations?: unknown };

  test("set, keep what is there unless told otherwise, and remove", async () => {
    expect(await cmgen(["label", "people", "ann", `${team}=red`, "x.example.com/old="])).toEqual({
      code: 0,
      out: `${id("ann")} labeled\n`,
      error: "",
    });
    expect((await cmgen(["label", "person/ann", `${team}=red`])).out).toBe(`${id("ann")} is unchanged\n`);
    const kept = await cmgen(["label", "people", "ann", `${team}=blue`]);
    expect(kept).toEqual({
      code: 4,
      out: "",
      error: `${id("ann")}: The label ${team} is "red" already. Replace it with --overwrite.\n`,
    });
    expect((await labels()).labels).toEqual({ [team]: "red", "x.example.com/old": "" });
    expect((await cmgen(["label", "people", "--all", `${team}=blue`, "x.example.com/old-", "--overwrite"])).out).toBe(
      `${id("ann")} labeled\n${id("bob")} labeled\n`,
    );
    expect((await labels()).labels).toEqual({ [team]: "blue" });
    await cmgen(["annotate", "people", "-l", `${team}=blue`, "x.example.com/note=a = b"]);
    expect((await labels()).annotations).toEqual({ "x.example.com/note": "a = b" });
    expect((await cmgen(["annotate", "people", "ann", "bob", "x.example.com/note-"])).code).toBe(0);
    expect((await labels()).annotations ?? {}).toEqual({});
  });

  test("two at once: one value is stored, and who comes second is told", async () => {
    const outcomes = await Promise.all(
      ["red", "blue"].map((value) => cmgen(["label", "people", "ann", `${team}=${value}`])),
    );
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual([0, 4]);
  });

  test.each([
    [["people", "ann"], /Say what to set/],
    [["people", "ann", "=red"], /"=red" has no key/],
    [["people", "ann", "a=1", "a-"], /a is given twice/],
    [["people", "a=1"], /Give names, selectors, or --all/],
  ])("%j is a mistake of the caller", async (args, message) => {
    expect(await cmgen(["label", ...args])).toMatchObject({ code: 3, out: "", error: expect.stringMatching(message) });
  });
});

describe("wait", () => {
  test("until a field has a value, also of an object that comes later", async () => {
    // Those of the tests before.
    await expect.poll(openWatches).toBe(0);
    const waiting = cmgen(["wait", "people", "ann", "fay", "--for", "status.greeting=Hello"]);
    await expect.poll(openWatches).toBeGreaterThan(0);
    await send("POST", "", { metadata: { name: "fay" }, spec: { name: "fay x" } });
    for (const name of ["fay", "ann"]) await send("PATCH", `/${name}/status`, { status: { greeting: "Hello" } });
    expect(await waiting).toEqual({
      code: 0,
      out: `${id("ann")} has status.greeting=Hello\n${id("fay")} has status.greeting=Hello\n`,
      error: "",
    });
    expect((await cmgen(["wait", "people", "ann", "--for", "spec.age=42"])).code).toBe(0);
    expect((await cmgen(["wait", "people", "--all", "--for", "metadata.uid"])).code).toBe(0);
  });

  test("until it is gone", async () => {
    await send("PATCH", "/bob", { metadata: { finalizers: ["x.example.com/a"] } });
    await fetch(`${collection()}/bob`, { method: "DELETE" });
    let shown = "";
    const onOutput = (out: string): void => void (shown = out);
    const waiting = cmgen(["wait", "people", "bob", "nobody", "--for", "delete"], { onOutput });
    await expect.poll(() => shown).toBe(`${id("nobody")} is gone\n`);
    await send("PATCH", "/bob", { metadata: { finalizers: [] } });
    expect(await waiting).toEqual({ code: 0, out: `${id("nobody")} is gone\n${id("bob")} is gone\n`, error: "" });
  });

  test("no longer than it may, and says what is in the way", async () => {
    const late = ["wait", "people", "ann", "nobody", "eve", "--for", "spec.age=43", "--timeout", "2s"];
    const waiting = cmgen(late);
    await send("POST", "", { metadata: { name: "eve" }, spec: { name: "eve x", age: 43 } });
    expect(await waiting).toEqual({
      code: 5,
      out: `${id("eve")} has spec.age=43\n`,
      error: `After 2s ${id("ann")} has no spec.age=43: spec.age is 42.\nAfter 2s ${id("nobody")} does not exist.\n`,
    });
  });

  test.each(["deleted", "spec", "/spec/age=1", "condition=Ready"])(
    "--for %s is a mistake of the caller",
    async (what) => {
      const { code, error } = await cmgen(["wait", "people", "ann", "--for", what]);
      expect(code).toBe(3);
      expect(error).toMatch(/^cmgen: --for must be delete, a field with a value such as status.phase=Ready/);
    },
  );
});

test("diff shows what apply would change, and whether there is anything", async () => {
  file("team.yaml", `${person("ann", 43)}---\n${person("bob", 17)}---\n${person("zed", 1)}`);
  const { code, out, error } = await cmgen(["diff", "-f", "team.yaml"]);
  expect({ code, error }).toEqual({ code: 1, error: "" });
  expect(out).toMatch(/^--- a\/person.people.example.com\/ann\n\+\+\+ b\/person.people.example.com\/ann\n@@/);
  expect(out).toContain("\n-  age: 42\n+  age: 43\n");
  expect(out).toContain(`--- /dev/null\n+++ b/${id("zed")}\n`);
  expect(out).not.toContain("/bob");
  await cmgen(["apply", "-f", "team.yaml"]);
  expect(await cmgen(["diff", "-f", "team.yaml"])).toEqual({ code: 0, out: "", error: "" });
  const unnamed = file("unnamed.yaml", person("x", 1).replace("name: x\n", "generateName: x-\n"));
  expect(await cmgen(["diff", "-f", unnamed])).toMatchObject({
    code: 4,
    error: expect.stringMatching(/^unnamed.yaml:3:1: /),
  });
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
    expect((await cmgen(["get", "people"])).code).toBe(5);
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
