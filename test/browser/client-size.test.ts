import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, it } from "vitest";
import { peopleFolder } from "../people/people-service.js";
import { repositoryRoot } from "../boundaries/repository.js";

const client = join(repositoryRoot, "packages", "client", "dist", "index.js");
const generated = join(repositoryRoot, "examples", "tasks", "dist", "generated", "v1alpha1", "client.js");

/** Bytes over the wire of a page that uses the exports of a module, without those modules whose names end so. */
async function gzipped(exports: string, without = "\n"): Promise<number> {
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
      rollupOptions: { input: "entry", preserveEntrySignatures: "strict", output: { format: "es" } },
    },
  });
  if (!("output" in result) || result.output.length !== 1) throw new Error("One file was expected");
  return gzipSync(result.output[0].code).length;
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
