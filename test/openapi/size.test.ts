import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../packages/generator/src/config-file/load-config.js";
import { openapiEmitter } from "../../packages/generator/src/emit/openapi/emit-openapi.js";
import type { ProjectModel } from "../../packages/generator/src/model/model.js";
import { readProject } from "../../packages/generator/src/read/read-project.js";
import { writeBenchPlugin } from "../bench/generate/bench-plugin.mjs";

/** What a model of ten fields, one of which has a default, may add to a document, in bytes: what is sent and what is stored are two schemas. */
const OF_A_MODEL = 9_100;

/** What a document has whatever its models are. */
const FIXED = 31_500;

let folder: string;
let project: ProjectModel;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-size-"));
  const repository = join(import.meta.dirname, "../..");
  const modules = join(repository, "node_modules");
  writeBenchPlugin({ directory: folder, count: 1, modules, scaffold: join(repository, "templates/scaffold") });
  ({ project } = readProject(folder, await loadConfig(folder)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Size of the `openapi.json` of the bench's plugin with `count` models, which are alike but for their number. */
function sizeOf(count: number): number {
  const copies = Array.from({ length: count }, (_, at) => numbered(at + 1));
  const models = copies.flatMap((copy) => copy.models);
  const types = copies.flatMap((copy) => copy.types);
  const [file] = openapiEmitter({}).emit(
    { ...project, models, types },
    { outDir: "src/generated", prismaDir: "prisma" },
  );
  return Buffer.byteLength(file?.contents ?? "");
}

function numbered(number: number): ProjectModel {
  const text = JSON.stringify(project).replaceAll(/([Tt])hing1/g, `$1hing${number}`);
  return JSON.parse(text) as ProjectModel;
}

test("a model adds at most 9,100 bytes to openapi.json, in a document of a thousand models too", () => {
  const one = sizeOf(1);
  const fixed = 2 * one - sizeOf(2);
  expect(fixed).toBeLessThanOrEqual(FIXED);
  expect((sizeOf(100) - fixed) / 100).toBeLessThanOrEqual(OF_A_MODEL);
  expect(sizeOf(1_000) / 1_000).toBeLessThanOrEqual(OF_A_MODEL);
});
