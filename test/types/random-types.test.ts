import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openapiEmitter } from "../../packages/generator/src/emit/openapi/emit-openapi.js";
import { typesEmitter } from "../../packages/generator/src/emit/types/emit-types.js";
import { validatorEmitter } from "../../packages/generator/src/emit/validator/emit-validator.js";
import { model, object, project } from "../../packages/generator/src/model/type-builders.test.fixture.js";
import { compilePlugins } from "../golden/harness/compile.js";
import { writeTree } from "../golden/harness/file-tree.js";
import { createWorkspace, type Workspace } from "../golden/harness/workspace.js";
import { typeSample } from "../validator/arbitrary-types.js";
import { randomCases, randomSeed } from "../tier.js";

const context = { outDir: "src/generated", prismaDir: "prisma" };
const seed = randomSeed();
const plugins = fc.sample(typeSample, { seed, numRuns: randomCases(50) }).map(({ type, types }, at) => ({
  name: `random${at}`,
  input: new Map<string, string>(),
  project: project([model("Thing", object({ value: type }))], types),
}));

let workspace: Workspace;
beforeAll(() => {
  workspace = createWorkspace();
  for (const { name, project: random } of plugins) {
    const files = [typesEmitter, validatorEmitter(), openapiEmitter({})].flatMap((emitter) =>
      emitter.emit(random, context),
    );
    const manifest = ["package.json", '{"type": "module"}'] as const;
    writeTree(
      workspace.folder,
      new Map(
        [manifest, ...files.map(({ path, contents }) => [path, contents] as const)].map(([path, contents]) => [
          `${name}/${path}`,
          contents,
        ]),
      ),
    );
  }
});
afterAll(() => workspace.dispose());

test.each(["bundler", "nodenext"] as const)(
  `the types of random models compile, resolved as by %s (seed ${seed})`,
  async (resolution) => {
    expect(await compilePlugins(workspace.folder, plugins, { compiler: "7.0", resolution })).toBe("");
  },
);
