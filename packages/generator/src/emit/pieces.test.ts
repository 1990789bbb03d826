import { expect, test } from "vitest";

import { model, modelRef, named, object, project, ref, string } from "../model/type-builders.test.fixture.js";
import type { ProjectModel } from "../model/model.js";
import { descriptionEmitter } from "./description/emit-description.js";
import type { GeneratedFile } from "./emitter.js";
import { projectKeys } from "./model-keys.js";
import { openapiEmitter } from "./openapi/emit-openapi.js";

const address = named("Address", object({ street: string() }));
const wider = named("Address", object({ street: string(), zip: string() }));
const home = named("Home", object({ address: ref("Address") }));
const alpha = model("Alpha", object({ home: ref("Home") }));
const beta = model("Beta", object({ title: string() }));
const before = project([alpha, beta], [address, home]);

/** Whether a model has hooks, is nested, or shares a name is not said by the model itself. */
const changes: Readonly<Record<string, ProjectModel>> = {
  "a type": project([alpha, beta], [wider, home]),
  "a new model": project([alpha, beta, model("Gamma", object({ title: string() }))], [address, home]),
  "a model less": project([beta], []),
  "a hook": {
    ...before,
    hooks: [
      {
        module: "src/hooks/beta",
        name: "beta",
        model: { module: "src/generated/v1alpha1/models", name: "betaModel", span: beta.span },
      },
    ],
  },
  "a model inside another": project([alpha, model("Beta", object({ alpha: modelRef("Alpha") }))], [address, home]),
  "a name that is taken": project([alpha, beta], [address, home, named("AlphaList", object({ a: string() }))]),
};

test.each(["openapi.json", "cmgen-plugin.json"])("%s has the pieces of the last run that hold", (path) => {
  for (const [what, after] of Object.entries(changes)) {
    const last = new Map(fileOf(before, path).pieces?.map(({ key, text }) => [key, text]));
    const taken = new Set<string>();
    const file = fileOf(after, path, (key) => {
      if (last.has(key)) taken.add(key);
      return last.get(key);
    });
    expect(file.contents, what).toBe(fileOf(after, path).contents);
    // Names that clash are part of every key.
    if (what !== "a name that is taken") expect(taken.size, what).toBeGreaterThan(0);
  }
});

test("what a piece says is taken at its word", () => {
  const file = fileOf(before, "cmgen-plugin.json", () => '"known"');
  expect(JSON.parse(file.contents)).toMatchObject({ models: ["known", "known"], types: ["known", "known"] });
});

function fileOf(of: ProjectModel, path: string, last?: (key: string) => string | undefined): GeneratedFile {
  const context = {
    outDir: "src/generated",
    prismaDir: "prisma",
    keys: projectKeys(of),
    lastPieces: () => last,
  };
  const files = [openapiEmitter({}), descriptionEmitter].flatMap((emitter) => emitter.emit(of, context));
  const file = files.find((other) => other.path === path);
  if (file === undefined) throw new Error(`nobody made ${path}`);
  return file;
}
