import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GeneratedFile } from "../../packages/generator/src/emit/emitter.js";
import { typesEmitter } from "../../packages/generator/src/emit/types/emit-types.js";
import { validatorEmitter } from "../../packages/generator/src/emit/validator/emit-validator.js";
import type { ProjectModel } from "../../packages/generator/src/model/model.js";
import { people } from "../../packages/generator/src/model/people.test.fixture.js";
import { openTuples, shapes } from "../../packages/generator/src/model/shapes.test.fixture.js";
import { compilations, compilePlugins } from "../golden/harness/compile.js";
import { writeTree } from "../golden/harness/file-tree.js";
import { createWorkspace, type Workspace } from "../golden/harness/workspace.js";
import { assignabilityModule, openapiTypes } from "./openapi-types.js";

const projects = { people, shapes, openTuples };
const plugins = Object.keys(projects).map((name) => ({ name, input: new Map() }));

const context = { outDir: "src/generated", prismaDir: "prisma" };

function emitted(project: ProjectModel): readonly GeneratedFile[] {
  return [typesEmitter, validatorEmitter].flatMap((emitter) => emitter.emit(project, context));
}

async function comparisonWithOpenapi(project: ProjectModel): Promise<readonly GeneratedFile[]> {
  return [
    { path: "src/generated/openapi.ts", contents: await openapiTypes(project) },
    { path: "src/generated/assignability.ts", contents: assignabilityModule(project) },
  ];
}

describe("the types and validators of people and of a model of every shape", () => {
  let workspace: Workspace;

  beforeAll(async () => {
    workspace = createWorkspace();
    for (const [name, project] of Object.entries(projects)) {
      const compared = project === openTuples ? [] : await comparisonWithOpenapi(project);
      const files = [{ path: "package.json", contents: '{"type": "module"}' }, ...emitted(project), ...compared];
      writeTree(workspace.folder, new Map(files.map(({ path, contents }) => [`${name}/${path}`, contents])));
    }
  });

  afterAll(() => workspace.dispose());

  test.each(compilations)(
    "compile under TypeScript $compiler, resolved as by $resolution, and are what openapi-typescript makes of openapi.json",
    async (compilation) => {
      expect(await compilePlugins(workspace.folder, plugins, compilation)).toBe("");
    },
  );
});
