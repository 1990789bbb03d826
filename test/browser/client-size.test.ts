import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, it } from "vitest";
import { peopleFolder } from "../people/people-service.js";
import { repositoryRoot } from "../boundaries/repository.js";

const client = join(repositoryRoot, "packages", "client", "dist", "index.js");
const generated = join(repositoryRoot, "examples", "tasks", "dist", "generated", "v1alpha1", "client.js");

/** The files of a page that uses the exports of a module, without those modules whose names end so. The first is loaded with it. */
async function bundled(exports: string, without = "\n"): Promise<readonly [string, ...string[]]> {
  const result = await build({
    root: peopleFolder,
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry" || id.endsWith(without) ? `\0${id}` : undefined),
        load: (id) =>
          id === "\0entry" ? exports : id.endsWith(without) ? "export const cacheObjects = 0;" : undefined,
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: { input: "entry", preserveEntrySignatures: "allow-extension", output: { format: "es" } },
    },
  });
  if (!("output" in result)) throw new Error("Files were expected");
  const [first, ...later] = result.output;
  // What the first imports would be loaded with it.
  expect(first.imports).toEqual([]);
  return [first.code, ...later.map((file) => ("code" in file ? file.code : ""))];
}

/** Bytes over the wire of a page that uses the exports of a module. */
async function gzipped(exports: string, without?: string): Promise<number> {
  const [code, ...later] = await bundled(exports, without);
  expect(later).toEqual([]);
  return gzipSync(code).length;
}

it("the client is at most 7 KB, and a model little more", async () => {
  const sizes = {
    whole: await gzipped(`export * from ${JSON.stringify(client)}`),
    withoutCache: await gzipped(`export * from ${JSON.stringify(client)}`, "object-cache.js"),
    oneModel: await gzipped(`export { createTasksClient } from ${JSON.stringify(generated)}`),
    twoModels: await gzipped(`export { createTasksClient, createProjectsClient } from ${JSON.stringify(generated)}`),
  };
  expect(sizes.whole).toBeGreaterThan(sizes.withoutCache);
  expect(sizes.withoutCache).toBeLessThan(7 * 1024);
  expect(sizes.oneModel).toBeLessThan(7 * 1024);
  expect(sizes.twoModels - sizes.oneModel).toBeLessThan(400);
});

it("what batches consist of is loaded with the first one, from a file of its own", async () => {
  // A page that loads something else later has what the bundler needs for that.
  const page = `export const later = () => import(${JSON.stringify(join(dirname(client), "react.js"))});`;
  const using = (names: string) => bundled(`export { ${names} } from ${JSON.stringify(generated)}; ${page}`);
  const [clients, ...others] = await using("createTasksClient, createProjectsClient, createConsoleApiClient");
  const [all, ...later] = await using("createClient");
  const isOfBatches = (code: string): boolean => code.includes("/apis/-/batch");
  expect([clients, ...others, all].some(isOfBatches)).toBe(false);
  expect(later.filter(isOfBatches)).toHaveLength(1);
  expect(gzipSync(all).length - gzipSync(clients).length).toBeLessThan(200);
});
