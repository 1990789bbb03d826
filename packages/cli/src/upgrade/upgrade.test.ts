import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { main } from "../main.js";
import type { ScaffoldRecord } from "../scaffold/scaffold-record.js";

let root: string;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "cmgen-upgrade-"));
  await cmgen("init", "--name", "garden", "--docker");
});

afterEach(() => rmSync(root, { recursive: true }));

async function cmgen(...args: string[]) {
  let [out, error] = ["", ""];
  const code = await main(args, {
    workingFolder: root,
    columns: 100,
    color: false,
    now: () => new Date(),
    interrupted: () => new AbortController().signal,
    out: (text) => (out += text),
    error: (text) => (error += text),
  });
  return { code, out, error };
}

const text = (path: string): string => readFileSync(join(root, path), "utf8");
const put = (path: string, contents: string): void => writeFileSync(join(root, path), contents);
const edit = (path: string, from: string, to: string): void => {
  expect(text(path)).toContain(from);
  put(path, text(path).replace(from, to));
};
const git = (...args: string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8" });
const commit = (): void => {
  git("init", "--quiet");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--quiet", "-m", "x");
};

/** Makes the plugin one that older templates wrote: `change` makes their texts of today's. */
function older(path: string, change: (today: string) => string | undefined): void {
  const record = JSON.parse(text(".cmgen-scaffold.json")) as ScaffoldRecord;
  const { [path]: today = "", ...files } = record.files;
  const then = change(today);
  put(
    ".cmgen-scaffold.json",
    JSON.stringify({ ...record, version: "0.0.1", files: then === undefined ? files : { ...files, [path]: then } }),
  );
  if (then === undefined) rmSync(join(root, path), { force: true });
  else put(path, then);
}

it("merges what the templates changed into what the author changed, and loses neither", async () => {
  const today = {
    tsconfig: text("tsconfig.json"),
    config: text("vitest.config.ts"),
    ci: text(".github/workflows/ci.yml"),
  };
  older("tsconfig.json", (json) => json.replace("ES2023", "ES2022"));
  older("Dockerfile", (file) => file.replace(/^HEALTHCHECK[^]*?\n(?=\S)/m, ""));
  older(".github/workflows/ci.yml", (yaml) => yaml.replace("node-version: 22", "node-version: 20"));
  older("package.json", (json) =>
    json.replace('"cmgen dev"', '"cmgen generate --watch"').replace(/"vitest": "[^"]+"/, '"vitest": "^3.0.0"'),
  );
  older("vitest.config.ts", () => undefined);
  older("old.config.js", () => "export default 1;\n");
  older(".gitignore", (lines) => lines.replace(".env\n", ""));

  put(".github/workflows/ci.yml", text(".github/workflows/ci.yml").replaceAll("\n", "\r\n"));
  edit("Dockerfile", "FROM ", "# Ours.\nFROM ");
  edit("package.json", '"dependencies": {', '"dependencies": {\n    "left-pad": "1.0.0",');
  edit("package.json", '"vitest": "^3.0.0"', '"vitest": "^5.0.0"');
  edit(".gitignore", ".data/\n", ".data/\nsecrets/\n");
  edit("src/models/task.ts", "title: string", "name: string");
  rmSync(join(root, "README.md"));
  commit();

  const shown = await cmgen("upgrade", "--dry-run");
  expect(shown.out).toContain('-    "target": "ES2022",\n+    "target": "ES2023",\n');
  expect(git("status", "--porcelain")).toBe("");

  const { code, out, error } = await cmgen("upgrade");
  expect({ code, error }).toEqual({ code: 4, error: "2 files have conflicts. Resolve them before you commit.\n" });
  expect(
    out
      .split("\n")
      .slice(0, 7)
      .map((line) => line.replace(/"\^4[^"]*"/, "TODAY")),
  ).toEqual([
    "update    .github/workflows/ci.yml",
    "conflict  .gitignore  (1 place is marked with <<<<<<<)",
    "merge     Dockerfile",
    "delete    old.config.js  (the template no longer has it)",
    'conflict  package.json  (devDependencies.vitest stays "^5.0.0"; the template\'s is TODAY)',
    "update    tsconfig.json",
    "create    vitest.config.ts",
  ]);
  expect(text("tsconfig.json")).toBe(today.tsconfig);
  expect(text("vitest.config.ts")).toBe(today.config);
  expect(text(".github/workflows/ci.yml")).toBe(today.ci.replaceAll("\n", "\r\n"));
  expect(text("Dockerfile")).toMatch(/^# Ours\.\nFROM [^]*HEALTHCHECK/m);
  expect(text(".gitignore")).toMatch(/<<<<<<< yours\nsecrets\/\n[^]*=======\n\.env\n>>>>>>> cmgen \d/);
  expect(JSON.parse(text("package.json"))).toMatchObject({
    scripts: { dev: "cmgen dev" },
    dependencies: { "left-pad": "1.0.0" },
    devDependencies: { vitest: "^5.0.0" },
  });
  expect(text("src/models/task.ts")).toContain("name: string");
  expect(["README.md", "old.config.js"].filter((path) => existsSync(join(root, path)))).toEqual([]);

  commit();
  expect(await cmgen("upgrade")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Nothing to change: /),
    error: "",
  });
});

it("changes nothing that could not be undone, unless it is forced to", async () => {
  older("tsconfig.json", (json) => json.replace("ES2023", "ES2022"));
  expect(await cmgen("upgrade")).toMatchObject({
    code: 4,
    out: "",
    error: expect.stringContaining("is not in a git repository"),
  });
  commit();
  edit("package.json", "0.1.0", "0.2.0");
  expect(await cmgen("upgrade")).toMatchObject({
    code: 4,
    out: "",
    error: expect.stringContaining("\n M package.json\nCommit them"),
  });
  expect(text("tsconfig.json")).toContain("ES2022");
  expect(await cmgen("upgrade", "--force")).toMatchObject({
    code: 0,
    out: expect.stringContaining("update    tsconfig.json"),
  });
});

it("needs to know the templates that the plugin was made from", async () => {
  rmSync(join(root, ".cmgen-scaffold.json"));
  commit();
  expect(await cmgen("upgrade")).toMatchObject({
    code: 4,
    error: expect.stringContaining(".cmgen-scaffold.json is missing"),
  });
  put(".cmgen-scaffold.json", '{"version": 1}');
  expect(await cmgen("upgrade")).toMatchObject({
    code: 4,
    error: expect.stringContaining("Restore it from version control."),
  });
});

it("takes no record whose paths lead out of the plugin", async () => {
  const outside = join(root, "..", `${basename(root)}.txt`);
  writeFileSync(outside, "mine");
  const record = JSON.parse(text(".cmgen-scaffold.json")) as ScaffoldRecord;
  for (const path of [`../${basename(root)}.txt`, outside, `src/../../${basename(root)}.txt`, "C:/a", "..\\a"]) {
    put(".cmgen-scaffold.json", JSON.stringify({ ...record, files: { ...record.files, [path]: "mine" } }));
    expect(await cmgen("upgrade", "--force")).toMatchObject({
      code: 4,
      error: expect.stringContaining("Restore it from version control."),
    });
  }
  expect(readFileSync(outside, "utf8")).toBe("mine");
  rmSync(outside);
});

it("upgrades a plugin whose kind today's sample uses as a name", async () => {
  const record = JSON.parse(text(".cmgen-scaffold.json")) as ScaffoldRecord;
  put(".cmgen-scaffold.json", JSON.stringify({ ...record, kind: "Extension" }));
  expect(await cmgen("upgrade", "--force")).toMatchObject({ code: 0, error: "" });
});

it("knows containers that were added later", async () => {
  rmSync(join(root, ".cmgen-scaffold.json"));
  for (const path of ["Dockerfile", "compose.yaml", ".env.example", ".dockerignore", "src/server.ts"])
    rmSync(join(root, path));
  await cmgen("init", "--name", "garden", "--force");
  await cmgen("init", "--force", "--docker");
  const { docker, files } = JSON.parse(text(".cmgen-scaffold.json")) as ScaffoldRecord;
  expect(docker).toBe(true);
  expect(files["Dockerfile"]).toBe(text("Dockerfile"));
  expect(Object.keys(files)).toContain("tsconfig.json");
  expect(Object.keys(files)).not.toContain("src/models/task.ts");
});
