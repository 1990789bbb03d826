import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { runMeasured } from "../generate/run-measured.mjs";

/** What is put beside the code under test, and compiled with it: strict, and without checking what packages declare. */
const compilerOptions = {
  target: "ES2023",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  types: [],
  module: "ESNext",
  moduleResolution: "Bundler",
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

/**
 * Clients of one OpenAPI document by several generators, each in a folder of its own with `use.ts`, a program that creates, lists and reads
 * objects of two models.
 *
 * @returns {Promise<Map<string, string>>} folders by the generator's name; generators that are not installed, or do not finish within
 *   `limit` seconds, are left out
 */
export async function writeSdks({ plugin, directory, root, others, rivalModules, limit }) {
  const document = join(plugin, "openapi.json");
  const written = new Map();
  const write = async (name, use, modules, generate) => {
    const folder = join(directory, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
    writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}');
    symlinkSync(modules, join(folder, "node_modules"), "dir");
    writeFileSync(join(folder, "use.ts"), [1, 2].map(use).join(""));
    const run = await generate(folder);
    if (run?.seconds === Infinity) process.stdout.write(`${name} did not finish within ${limit} s.\n`);
    else written.set(name, folder);
  };
  const modules = join(root, "node_modules");
  await write("cmgen generate", ours, modules, (folder) =>
    copyClient(join(plugin, "src/generated"), join(folder, "sdk")),
  );
  await write("cmgen client", ours, modules, (folder) => {
    const args = ["client", document, "--out", "sdk"];
    return runMeasured({ script: join(root, "packages/cli/bin/cmgen.js"), args, cwd: folder, limit });
  });
  for (const [name, use] of [
    ["openapi-typescript", openapiFetch],
    ["hey-api", functions],
    ["orval", axiosFunctions],
  ]) {
    const rival = others.get(name);
    if (rival === undefined || rival.missing !== undefined) continue;
    await write(name, use, rivalModules, (folder) => {
      const output = join(folder, "sdk");
      mkdirSync(output);
      return runMeasured({ script: rival.script, args: rival.args(document, output), cwd: folder, limit });
    });
  }
  return written;
}

/** The client and its types, without what is the server's. */
function copyClient(from, to) {
  for (const path of readdirSync(from, { recursive: true })) {
    if (/(?:^|\/)(?:client|types)\.ts$/.test(path)) cpSync(join(from, path), join(to, path));
  }
}

const object = '{ metadata: { name: "a" }, spec: { title: "A", state: "NEW", active: true } }';

const ours = (number) => `import { createThing${number}sClient } from "./sdk/v1/client.js";
export async function use${number}(baseUrl: string): Promise<unknown> {
  const things = createThing${number}sClient({ baseUrl });
  const created = await things.create(${object});
  const list = await things.list({ where: { "spec.title": "A" }, sort: ["-spec.count"], page: 1, size: 20 });
  const one = await things.get("a");
  return [created.spec.title, list.items.length, one.spec.state];
}
`;

const query = '{ fieldSelector: ["spec.title=A"], sort: ["spec.count,desc"], page: 1, size: 20 }';

const openapiFetch = (number) => `import createClient${number} from "openapi-fetch";
import type { paths as Paths${number} } from "./sdk/types";
export async function use${number}(baseUrl: string): Promise<unknown> {
  const client = createClient${number}<Paths${number}>({ baseUrl });
  const created = await client.POST("/apis/bench.example.com/v1/thing${number}s", { body: ${object} });
  const list = await client.GET("/apis/bench.example.com/v1/thing${number}s", { params: { query: ${query} } });
  const one = await client.GET("/apis/bench.example.com/v1/thing${number}s/{name}", { params: { path: { name: "a" } } });
  const items = typeof list.data === "string" ? [] : list.data?.items;
  return [created.data?.spec.title, items?.length, one.data?.spec.state];
}
`;

const functions = (number) => `import { createThing${number}, listThing${number}S, readThing${number} } from "./sdk";
export async function use${number}(baseUrl: string): Promise<unknown> {
  const created = await createThing${number}({ baseUrl, body: ${object}, throwOnError: true });
  const list = await listThing${number}S({ baseUrl, query: ${query}, throwOnError: true });
  const one = await readThing${number}({ baseUrl, path: { name: "a" }, throwOnError: true });
  return [created.data.spec.title, typeof list.data === "string" ? 0 : list.data.items.length, one.data.spec.state];
}
`;

const axiosFunctions = (
  number,
) => `import { createThing${number}, listThing${number}s, readThing${number} } from "./sdk/client";
export async function use${number}(baseURL: string): Promise<unknown> {
  const created = await createThing${number}(${object}, { baseURL });
  const list = await listThing${number}s(${query}, { baseURL });
  const one = await readThing${number}("a", { baseURL });
  return [created.data.spec.title, typeof list.data === "string" ? 0 : list.data.items.length, one.data.spec.state];
}
`;
