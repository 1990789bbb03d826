import type { GeneratedFile } from "../../packages/generator/src/emitter/emitter.js";
import { typesEmitter } from "../../packages/generator/src/emit/types/emit-types.js";
import { validatorEmitter } from "../../packages/generator/src/emit/validator/emit-validator.js";
import type { ProjectModel } from "../../packages/generator/src/model/model.js";
import { people } from "../../packages/generator/src/model/people.test.fixture.js";
import { openTuples, shapes } from "../../packages/generator/src/model/shapes.test.fixture.js";
import type { FileTree } from "../golden/harness/file-tree.js";
import { assignabilityModule, openapiTypes } from "./openapi-types.js";

const projects = { people, shapes, openTuples };
const context = { outDir: "src/generated", prismaDir: "prisma" };

function emitted(project: ProjectModel): readonly GeneratedFile[] {
  return [typesEmitter, validatorEmitter()].flatMap((emitter) => emitter.emit(project, context));
}

async function comparisonWithOpenapi(project: ProjectModel): Promise<readonly GeneratedFile[]> {
  return [
    { path: "src/generated/openapi.ts", contents: await openapiTypes(project) },
    { path: "src/generated/assignability.ts", contents: assignabilityModule(project) },
  ];
}

/**
 * The types and validators of people and of a model of every shape, a folder each, with modules that compile only if the types are what
 * openapi-typescript makes of `openapi.json`.
 */
export async function emittedTypes(): Promise<FileTree> {
  const tree = new Map<string, string>();
  for (const [name, project] of Object.entries(projects)) {
    const compared = project === openTuples ? [] : await comparisonWithOpenapi(project);
    const files = [{ path: "package.json", contents: '{"type": "module"}' }, ...emitted(project), ...compared];
    for (const { path, contents } of files) tree.set(`${name}/${path}`, contents);
  }
  return tree;
}
