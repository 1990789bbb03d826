import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { main } from "./main.js";
import { ownCommand } from "./own-command.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-cli-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const cmgen = Object.assign((...args: string[]) => cmgenIn(".", ...args), { in: cmgenIn });

async function cmgenIn(place: string, ...args: string[]) {
  let out = "";
  let error = "";
  const code = await main(args, {
    workingFolder: join(folder, place),
    columns: 100,
    color: false,
    now: () => new Date(),
    interrupted: () => new AbortController().signal,
    out: (text) => (out += text),
    error: (text) => (error += text),
  });
  return { code, out, error };
}

describe("the command line", () => {
  test("help names every command and the exit codes", async () => {
    const { code, out, error } = await cmgen("--help");
    expect({ code, error }).toEqual({ code: 0, error: "" });
    for (const text of ["  generate ", "  init [folder] ", "Exit codes:"]) expect(out).toContain(text);
  });

  test("the options of every command are in the main help, and in no other", async () => {
    const options = ["--cwd", "--config", "--help", "--version"];
    const { out } = await cmgen("--help");
    for (const option of options) expect(out).toContain(option);
    for (const args of [
      ["get", "--help"],
      ["add", "-h"],
      ["add", "field", "--help"],
      ["migrate", "--help"],
    ]) {
      const help = await cmgen(...args);
      expect(options.filter((option) => help.out.includes(`${option} `))).toEqual([]);
    }
  });

  test("without a command it lists them", async () => {
    const help = await cmgen("--help");
    for (const args of [[], ["--cwd", "."]]) expect(await cmgen(...args)).toEqual(help);
    for (const args of [["add"], ["add", "--cwd", "."], ["--cwd=.", "add"]]) {
      const { code, out } = await cmgen(...args);
      expect([code, out]).toEqual([0, expect.stringContaining("cmgen add model <kind> [fields..]")]);
    }
  });

  test.each([
    ["start"],
    ["dev"],
    ["explain"],
    ["graph"],
    ["doctor"],
    ["migrate", "status"],
    ["add", "field", "Task", "spec.x", "string"],
    ["upgrade"],
  ])("%s in a folder without a plugin says so", async (...args) => {
    vi.stubEnv("PORT", "0");
    const ended = await cmgen(...args);
    vi.unstubAllEnvs();
    expect(ended).toEqual({
      code: 3,
      out: "",
      error: expect.stringMatching(
        /^cmgen: There is no plugin here: .* --cwd, or (?:make one with `cmgen init`|name a service with --server)\.\n$/,
      ),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("the version is the package's", async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8")) as {
      version: string;
    };
    expect(await cmgen("--version")).toEqual({ code: 0, out: `${version}\n`, error: "" });
  });

  test.each([
    [["genrate", "--check"], "There is no command genrate. Did you mean generate?"],
    [["frobnicate"], "There is no command frobnicate. `cmgen --help` lists the commands."],
    [["add", "modle", "Order"], "There is no command add modle. Did you mean add model?"],
    [["--verison"], "There is no option --verison. Did you mean --version?"],
    [["--cwd=.", "-x"], "There is no option -x. `cmgen --help` lists the options."],
    [["get", "people", "--cwdd", "x"], "get has no option --cwdd. Did you mean --cwd?"],
    [["add", "--versoin"], "add has no option --versoin. Did you mean --version?"],
    [["generate", "--chek"], "generate has no option --chek. Did you mean --check?"],
    [["start", "--databse-url=:memory:"], "start has no option --databse-url. Did you mean --database-url?"],
    [["doctor", "--no-drft"], "doctor has no option --no-drft. Did you mean --no-drift?"],
    [["get", "people", "-q"], "get has no option -q. `cmgen get --help` lists the options."],
    [
      ["add", "field", "Task", "spec.x", "string", "--optionl"],
      "add field has no option --optionl. Did you mean --optional?",
    ],
    [["generate", "surplus"], "surplus is not expected here: the command is cmgen generate."],
    [["edit", "people", "ann", "bob"], "bob is not expected here: the command is cmgen edit <resource> [name]."],
    [["apply", "ann.yaml"], "ann.yaml is not expected here: give files with -f."],
    [["generate", "ann.yaml"], "ann.yaml is not expected here: the command is cmgen generate."],
    [["get"], "get needs <resource>: write cmgen get <resource> [names..]."],
    [["add", "field", "Task"], "add field needs <path> and <type>: write cmgen add field <model> <path> <type>."],
    [["client", "openapi.json"], "client needs --out: write cmgen client [document] --out …"],
    [
      ["create", "model", "Order", "total:number"],
      "create model is not a command: write `cmgen add model Order total:number`.",
    ],
    [["generate", "model"], "generate model is not a command: write `cmgen add model <Kind>`."],
    [["new", "my notes"], "new is not a command: write `cmgen init 'my notes'`."],
    [["validate"], "validate is not a command: write `cmgen generate --dry-run`."],
    [["ls", "people", "-o", "yaml"], "ls is not a command: write `cmgen get people -o yaml`."],
    [["list"], "list is not a command: write `cmgen get <resource>`."],
    [["rm", "person/ann"], "rm is not a command: write `cmgen delete person/ann`."],
    [["watch", "people"], "watch is not a command: write `cmgen get people --watch`."],
    [["migrate"], "migrate needs an action: `cmgen migrate status` says which migrations are due"],
    [["context"], "context needs an action: `cmgen context list` shows"],
    [["constructor"], "There is no command constructor."],
    [["migrate", "staus"], 'action cannot be "staus". It must be one of: "status", "deploy"'],
    [["generate", "--watch", "--check"], "--watch and --check exclude each other."],
    [["generate", "--diff", "--check"], "--check and --diff exclude each other."],
    [["generate", "--quiet", "--verbose"], "--quiet and --verbose exclude each other."],
    [["generate", "--cwd", "nowhere"], "--cwd is nowhere, which is not a folder."],
    [["doctor", "--config", "nothing.ts"], "--config is nothing.ts, which does not exist."],
    [["generate", "--json", "--github"], "--json and --github are two forms"],
    [["add", "model", "Order", "due:Timestamp?"], "as in due?:Timestamp."],
    [["init", "a", "--kind", "order"], '"order" cannot be a kind: '],
    [["init", "a", "--kind", "Summary"], '"Summary" cannot be the first model\'s kind: the sample uses that name.'],
    [["init", "a", "--group", "Shop"], '"Shop" cannot be a group: '],
    [
      ["init", "a", "--package-manager", "bun"],
      'package-manager cannot be "bun". It must be one of: "npm", "pnpm", "yarn".',
    ],
    [["init", "1st"], '"1st" cannot be a plugin\'s name'],
    [["init", "a-"], '"a-" cannot be a plugin\'s name'],
  ])("%j is a mistake of the caller", async (args, message) => {
    const { code, out, error } = await cmgen(...args);
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(error).toContain(message);
    expect(error).not.toMatch(/^ {4}at /m);
  });

  test("a config that cannot be followed ends with 3 and names the file", async () => {
    writeFileSync(join(folder, "cmgen.config.ts"), "export default { outdir: 1, databases: [] };");
    expect(await cmgen("generate")).toEqual({
      code: 3,
      out: "",
      error:
        "cmgen.config.ts: `outdir` is not a key of the config. Did you mean `outDir`?\n" +
        "cmgen.config.ts: `databases` must not be empty.\n",
    });
  });

  test("a command in a folder of the plugin is about the plugin, and names files as they are seen from there", async () => {
    writeFileSync(join(folder, "cmgen.config.ts"), "export default { outdir: 1 };");
    mkdirSync(join(folder, "src/models"), { recursive: true });
    for (const args of [["generate"], ["migrate", "status"], ["doctor"]]) {
      expect(await cmgen.in("src/models", ...args)).toMatchObject({
        code: 3,
        error: expect.stringMatching(/^\.\.\/\.\.\/cmgen\.config\.ts: `outdir` is not a key/),
      });
    }
  });
});

test("an old Node.js is refused before anything is loaded that it does not understand", () => {
  const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.18.3" } })';
  const cmgenFile = join(import.meta.dirname, "../bin/cmgen.js");
  const ended = spawnSync(process.execPath, ["--import", `data:text/javascript,${older}`, cmgenFile, "generate"], {
    encoding: "utf8",
  });
  expect(ended).toMatchObject({
    status: 3,
    stdout: "",
    stderr: "cmgen: Node.js 20.19 or later is needed, and this is 20.18.3. Install a newer one.\n",
  });
});

test("help is there before anything but the command line and its bundled parser is loaded", () => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "../bin/cmgen.js"), "--help"], {
    encoding: "utf8",
    env: { ...process.env, NODE_DEBUG: "esm" },
    // Later releases of Node.js say more.
    maxBuffer: 2 ** 26,
  });
  expect(stdout).toContain("Exit codes:");
  const loaded = new Set(stderr.match(/file:\/\/\/[^\s"']+\.m?js/g));
  // How paths are shown is the generator's rule, in a file that loads nothing else.
  const own = /\/packages\/(?:cli\/|generator\/dist\/paths\/slashed\.js$)/;
  expect([...loaded].filter((url) => /\/node_modules\/|\/packages\//.test(url) && !own.test(url))).toEqual([]);
  expect(loaded.size).toBeGreaterThan(20);
  expect(loaded.size).toBeLessThan(50);
});

describe("the place of a command", () => {
  const config = "export default { outdir: 1 };";

  test("--cwd is as if called there; --config wins over what is found", async () => {
    mkdirSync(join(folder, "plugins/notes/src/models"), { recursive: true });
    writeFileSync(join(folder, "plugins/notes/cmgen.config.ts"), "export default {};");
    writeFileSync(join(folder, "plugins/notes/ci.config.ts"), config);
    const there = await cmgen("generate", "--cwd", "plugins/notes/src", "--config", "../ci.config.ts");
    expect(there).toMatchObject({
      code: 3,
      error: expect.stringMatching(/^\.\.\/ci\.config\.ts: `outdir` is not a key/),
    });
    const here = await cmgen("doctor", "--config", "plugins/notes/ci.config.ts");
    expect(here).toMatchObject({ code: 3, error: expect.stringMatching(/^plugins\/notes\/ci\.config\.ts: `outdir`/) });
  });

  test("commands that are printed can be pasted: with the place, and behind what runs cmgen", async () => {
    mkdirSync(join(folder, "my plugins/notes"), { recursive: true });
    writeFileSync(join(folder, "my plugins/notes/cmgen.config.ts"), "export default {};");
    const init = await cmgen("init", "diary", "--cwd", "my plugins");
    expect(init.out).toContain("Continue with:\n\n  cd 'my plugins/diary'\n");
    const status = await cmgen("migrate", "status", "--cwd", "my plugins/notes");
    expect(status.error).toContain("Run `cmgen generate --cwd 'my plugins/notes'` first.");
    expect(ownCommand("generate", { userAgent: "pnpm/12.0.0 npm/? node/v22.0.0" })).toBe("pnpm exec cmgen generate");
  });

  test("flags win over the environment, and the environment over what is found", async () => {
    writeFileSync(join(folder, "cmgen.config.ts"), "export default {};");
    writeFileSync(join(folder, "ci.config.ts"), config);
    writeFileSync(join(folder, "other.config.ts"), "export default { outdirs: 1 };");
    vi.stubEnv("CMGEN_CONFIG", "ci.config.ts");
    try {
      expect((await cmgen("generate")).error).toContain("ci.config.ts: `outdir`");
      expect((await cmgen("generate", "--config", "other.config.ts")).error).toContain("other.config.ts: `outdirs`");
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe("init", () => {
  test("writes a plugin of the folder's name", async () => {
    const { code, out, error } = await cmgen("init", "note-book");
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(out).toContain("  cd note-book\n");
    const text = (path: string): string => readFileSync(join(folder, "note-book", path), "utf8");
    expect(JSON.parse(text("package.json"))).toMatchObject({ name: "note-book" });
    expect(text("cmgen.config.ts")).toContain('api: "note-book.example.com/v1alpha1"');
    expect(text(".gitignore")).toContain("node_modules");
  });

  test("quotes the folder in the commands to paste", async () => {
    const { out } = await cmgen("init", "my notes", "--name", "notes");
    expect(out).toContain(" files written to my notes.\n\nContinue with:\n\n  cd 'my notes'\n");
  });

  test("leaves a folder alone that has files", async () => {
    mkdirSync(join(folder, "full"));
    writeFileSync(join(folder, "full/README.md"), "mine");
    const { code, error } = await cmgen("init", "full");
    expect(code).toBe(4);
    expect(error).toContain("is not empty");
    const forced = await cmgen("init", "full", "--force");
    expect(forced).toMatchObject({ code: 0, error: "" });
    expect(forced.out).toContain("skip      full/README.md  (is there already and stays as it is)\n");
    expect(readFileSync(join(folder, "full/README.md"), "utf8")).toBe("mine");
  });

  test("prints the compiler's settings where a tsconfig.json is kept", async () => {
    mkdirSync(join(folder, "kept"));
    writeFileSync(join(folder, "kept/tsconfig.json"), "{}");
    const { out } = await cmgen("init", "kept", "--force");
    expect(out).toContain(
      "tsconfig.json stays as it is. A plugin is compiled from src to dist, with these settings:\n\n{",
    );
    expect(out).toContain('"outDir": "dist"');
    expect(readFileSync(join(folder, "kept/tsconfig.json"), "utf8")).toBe("{}");
  });

  test("a dry run says what it would do with each file, and writes nothing", async () => {
    const { code, out, error } = await cmgen("init", "notes", "--dry-run", "--install", "--git");
    expect({ code, error }).toEqual({ code: 0, error: "" });
    await expect(out).toMatchFileSnapshot("main.test.init-dry-run.txt");
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ["pnpm-workspace.yaml", "packages:\n  - plugins/*\nallowBuilds:\n  better-sqlite3: true\n", "packages", "pnpm"],
    ["package.json", '{ "workspaces": ["./plugins/*/"] }', "workspaces", "npm"],
    ["package.json", '{ "workspaces": { "packages": ["**", "!apps/**"] } }', "workspaces", "npm"],
  ])("joins a workspace whose %s has it: %s", async (file, text, key, manager) => {
    writeFileSync(join(folder, file), text);
    const { out, error } = await cmgen("init", "plugins/library");
    expect(error).toBe("");
    expect(out).toContain(
      `The plugin is a package of the workspace in ., by \`${key}\` in ${file}.${manager === "pnpm" ? " It has no pnpm-workspace.yaml of its own." : ""}\n`,
    );
    expect(out).toContain(`  cd plugins/library\n  ${manager} install\n`);
    expect(readdirSync(join(folder, "plugins/library"))).not.toContain("pnpm-workspace.yaml");
    // An upgrade does not bring it back.
    const record = readFileSync(join(folder, "plugins/library/.cmgen-scaffold.json"), "utf8");
    expect(record.includes("pnpm-workspace.yaml")).toBe(manager === "pnpm");
  });

  test.each([
    ["pnpm-workspace.yaml", "packages:\n  - plugins/*\n  - '!plugins/library'\n", "packages", "pnpm"],
    ["pnpm-workspace.yaml", "allowBuilds:\n  better-sqlite3: true\n", "packages", "pnpm"],
    ["package.json", '{ "workspaces": ["apps/*", "plugins/*/*"] }', "workspaces", "npm"],
  ])("stays outside of a workspace whose %s does not have it: %s", async (file, text, key, manager) => {
    writeFileSync(join(folder, file), text);
    const { out } = await cmgen.in(".", "init", "plugins/library", "--package-manager", manager);
    expect(out).toContain(`\n\`${key}\` in ${file} does not name plugins/library: the plugin is not part`);
    const hasSettings = manager === "pnpm";
    expect(readdirSync(join(folder, "plugins/library")).includes("pnpm-workspace.yaml")).toBe(hasSettings);
    expect(out.includes("add plugins/library there and delete the plugin's pnpm-workspace.yaml.")).toBe(hasSettings);
  });

  test("says what a workspace of pnpm lacks", async () => {
    writeFileSync(join(folder, "pnpm-workspace.yaml"), "packages: [plugins/**]");
    const { out } = await cmgen("init", "plugins/shop/library");
    expect(out).toContain("\nAdd to the workspace's pnpm-workspace.yaml:\n\n");
    expect(out).toContain("allowBuilds:\n  better-sqlite3: true\n");
    // pnpm takes paths from the root, where the file is.
    expect(out).toContain(`"cmgen": "link:${relative(folder, join(import.meta.dirname, ".."))}"\n`);
  });

  test("says what workspaces of npm and yarn lack, and writes no settings of the root", async () => {
    writeFileSync(join(folder, "package.json"), '{ "workspaces": ["plugins/*"] }');
    const npm = await cmgen("init", "plugins/one");
    expect(npm.out).toContain(
      'Add to the workspace\'s package.json:\n\n  "allowScripts": {\n    "better-sqlite3": true\n  }\n',
    );
    writeFileSync(join(folder, "yarn.lock"), "");
    const yarn = await cmgen("init", "plugins/two");
    expect(yarn.out).toContain("Add to the workspace's .yarnrc.yml:\n\nnodeLinker: node-modules\n");
    expect(yarn.out).toContain('Add to the workspace\'s package.json:\n\n  "dependenciesMeta": {');
    expect(readdirSync(join(folder, "plugins/two"))).not.toContain("yarn.lock");
    writeFileSync(join(folder, ".yarnrc.yml"), "nodeLinker: node-modules\n");
    const meta = { dependenciesMeta: { "better-sqlite3": { built: true } } };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ workspaces: ["plugins/*"], ...meta }));
    expect((await cmgen("init", "plugins/three")).out).not.toContain("Add to");
  });

  test.each(["pnpm", "yarn"])("writes a README and a workflow that call %s, and keeps them so", async (manager) => {
    await cmgen("init", "library", "--package-manager", manager);
    const texts = ["README.md", ".github/workflows/ci.yml"].map((path) => join(folder, "library", path));
    const before = texts.map((path) => readFileSync(path, "utf8"));
    expect(before.join("")).toContain(`${manager} install`);
    expect(before.join("")).not.toMatch(/\bnpm (?:ci|install|run|start|test)\b/);
    expect(await cmgen("upgrade", "--force", "--cwd", join(folder, "library"))).toMatchObject({ code: 0 });
    expect(texts.map((path) => readFileSync(path, "utf8"))).toEqual(before);
  });

  test("for yarn, a plugin outside of a workspace is a project with packages in node_modules", async () => {
    const { out } = await cmgen("init", "library", "--package-manager", "yarn");
    expect(out).toContain("create    library/yarn.lock\n");
    expect(readFileSync(join(folder, "library/yarn.lock"), "utf8")).toBe("");
    expect(readFileSync(join(folder, "library/.yarnrc.yml"), "utf8")).toContain("\nnodeLinker: node-modules\n");
    expect(readFileSync(join(folder, "library/.cmgen-scaffold.json"), "utf8")).not.toContain("nodeLinker");
  });

  test("into the working folder, which is where it goes without an argument", async () => {
    expect(await cmgen("init", "--name", "tasks", "--kind", "SalesOrder")).toMatchObject({ code: 0, error: "" });
    const model = readFileSync(join(folder, "src/models/sales-order.ts"), "utf8");
    expect(model).toContain("export type SalesOrder = Extension<SalesOrderSpec, SalesOrderStatus>;");
    expect(readFileSync(join(folder, "README.md"), "utf8")).toContain("/v1alpha1/salesorders");
  });

  test("a first model may have the sample's own name in its kind", async () => {
    expect(await cmgen("init", "--name", "tasks", "--kind", "TaskOrder")).toMatchObject({ code: 0, error: "" });
    expect(readdirSync(join(folder, "src/models"))).toEqual(["task-order.ts"]);
    expect(readFileSync(join(folder, "README.md"), "utf8")).toContain("A service that stores task orders.");
  });

  test("into the working folder, under a name that is given", async () => {
    expect(await cmgen("init", ".", "--name", "tasks")).toMatchObject({ code: 0, error: "" });
    expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toMatchObject({ name: "tasks" });
  });

  test("a file where the folder belongs is in the way", async () => {
    writeFileSync(join(folder, "taken"), "");
    expect(await cmgen("init", "taken")).toMatchObject({ code: 4, out: "" });
  });
});
