import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { generate } from "@cmgen/generator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { npm } from "../../scripts/steps/tools.mjs";
import { repositoryRoot } from "../boundaries/repository.js";
import { readTree, writeTree } from "../golden/harness/file-tree.js";
import { createWorkspace, type Workspace } from "../golden/harness/workspace.js";
import { cleanEnvironment } from "../install/clean-environment.js";
import { peopleFolder } from "../people/people-service.js";
import { startPeople } from "../server/people-server.js";

const execute = promisify(execFile);
const name = "@example/people-client";
let workspace: Workspace;
let plugin: string;
/** The folder of somebody who installed the package, outside of everything. */
let user: string;

/** What a command of npm prints; no registry is asked. */
async function runNpm(folder: string, ...args: readonly string[]): Promise<string> {
  const [command = "", ...words] = npm([...args, "--offline", "--no-audit", "--no-fund"]);
  const { stdout } = await execute(command, words, { cwd: folder, env: cleanEnvironment() });
  return stdout;
}

async function pack(folder: string): Promise<{ readonly tarball: string; readonly files: readonly string[] }> {
  const printed = await runNpm(folder, "pack", "--json", `--pack-destination=${workspace.folder}`);
  type Report = { readonly filename: string; readonly files: readonly { readonly path: string }[] };
  const [report] = Object.values(JSON.parse(printed) as Readonly<Record<string, Report>>);
  if (report === undefined) throw new Error(`npm packed nothing in ${folder}`);
  return { tarball: join(workspace.folder, report.filename), files: report.files.map(({ path }) => path) };
}

const api = "people.example.com/v1alpha1";

beforeAll(async () => {
  workspace = createWorkspace();
  plugin = join(workspace.folder, "people");
  for (const path of ["src", "prisma", "package.json", "tsconfig.json"]) {
    cpSync(join(peopleFolder, path), join(plugin, path), { recursive: true });
  }
  const config = { api, clientPackage: { name, dir: "client", packageJson: { author: "Ann" } } };
  writeFileSync(join(plugin, "cmgen.config.ts"), `export default ${JSON.stringify(config)};\n`);
  user = mkdtempSync(join(tmpdir(), "cmgen-user-"));
});

afterAll(() => {
  workspace.dispose();
  rmSync(user, { recursive: true });
});

test("generate writes the package beside everything else, and leaves other files there alone", async () => {
  writeTree(plugin, new Map([["client/LICENSE", "Free.\n"]]));
  expect(await generate(plugin)).toMatchObject({ status: "written", conflicts: [] });
  expect([...readTree(join(plugin, "client")).keys()]).toEqual([
    "LICENSE",
    "README.md",
    "package.json",
    "v1alpha1/client.d.ts",
    "v1alpha1/client.js",
    "v1alpha1/endpoints.d.ts",
    "v1alpha1/person/types.d.ts",
  ]);
  const manifest: unknown = JSON.parse(readFileSync(join(plugin, "client/package.json"), "utf8"));
  expect(manifest).toMatchObject({
    name,
    version: "0.1.0",
    license: "MIT",
    author: "Ann",
    type: "module",
    sideEffects: false,
    exports: { "./v1alpha1": { types: "./v1alpha1/client.d.ts", default: "./v1alpha1/client.js" } },
  });
  expect(manifest).toHaveProperty("dependencies", { "@cmgen/client": expect.stringMatching(/^\^\d/) });
  const texts = [...readTree(join(plugin, "client"))].filter(([path]) => /\.(?:js|d\.ts)$/.test(path));
  const imported = texts.flatMap(([, text]) => [...text.matchAll(/ from "([^"]+)"/g)].map(([, from]) => from));
  expect(new Set(imported.filter((from) => from?.startsWith(".") === false))).toEqual(new Set(["@cmgen/client"]));
});

test(
  "packed and installed in an empty folder it compiles, and calls a service as its page says",
  { timeout: 120_000 },
  async () => {
    await generate(plugin);
    const packages = ["packages/client", "packages/model"].map((path) => join(repositoryRoot, path));
    const packed = await Promise.all([join(plugin, "client"), ...packages].map(pack));
    expect(packed[0]?.files).toEqual(expect.arrayContaining(["README.md", "package.json", "v1alpha1/client.js"]));
    writeFileSync(join(user, "package.json"), '{"private":true,"type":"module"}');
    await runNpm(user, "install", ...packed.map(({ tarball }) => tarball));
    const page = readFileSync(join(user, "node_modules", name, "README.md"), "utf8");
    const [, program = ""] = /```ts\n([^`]*)```/.exec(page) ?? [];
    const server = await startPeople("sqlite");
    try {
      const called = program.replace("https://example.com", server.url);
      const create =
        'await peopleClient.create({ metadata: { name: "eve" }, spec: { name: "Eve", gender: "FEMALE" } });\n';
      const wrong = '// @ts-expect-error\nvoid (() => peopleClient.list({ where: { "spec.gender": "FEMALE" } }));\n';
      writeFileSync(join(user, "use.ts"), called.replace("const page", `${create}${wrong}const page`));
      expect(await compiled("typescript-5.9", "Bundler")).toBe("");
      expect(await compiled("typescript", "NodeNext")).toBe("");
      const { stdout } = await execute(process.execPath, [join(user, "out", "use.js")], { cwd: user });
      // Newest first; those of the manifests may be of the same millisecond.
      expect(stdout.trimEnd().split("\n").sort()).toEqual(["ann", "bob", "cleo", "eve"]);
    } finally {
      await server.close();
    }
  },
);

/** What a compiler says of the user's program, declarations of packages included. */
async function compiled(compiler: string, resolution: "Bundler" | "NodeNext"): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve(`${compiler}/package.json`, { paths: [repositoryRoot] });
  const module = resolution === "NodeNext" ? "NodeNext" : "ESNext";
  const compilerOptions = {
    target: "ES2023",
    lib: ["ES2023", "DOM", "DOM.AsyncIterable"],
    types: [],
    module,
    moduleResolution: resolution,
    strict: true,
    exactOptionalPropertyTypes: true,
    outDir: "out",
    rootDir: ".",
  };
  writeFileSync(join(user, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
  mkdirSync(join(user, "out"), { recursive: true });
  return execute(process.execPath, [join(dirname(manifest), "bin/tsc"), "-p", user], { cwd: user }).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
}

test("without the config the package goes, but for files that are not cmgen's", async () => {
  writeFileSync(join(plugin, "cmgen.config.ts"), `export default ${JSON.stringify({ api })};\n`);
  expect(await generate(plugin)).toMatchObject({ status: "written" });
  expect([...readTree(join(plugin, "client")).keys()]).toEqual(["LICENSE"]);
});
