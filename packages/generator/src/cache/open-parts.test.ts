import { beforeAll, expect, test } from "vitest";

import { projectKeys } from "../emit/model-keys.js";
import type { ProjectModel } from "../model/model.js";
import { readFiles } from "../read/plugin.test.fixture.js";
import { check } from "../check/check.js";
import type { CheckConfig } from "../check/check-context.js";
import { openParts, soundBy, type SoundModels } from "./open-parts.js";

const config: CheckConfig = { reservedGroupSuffixes: ["cmgen.dev"] };

const files = {
  "src/shared.ts": `export type Code = string;
export interface Row { id: string }
export interface Size { width: number }
`,
  "src/models/box.ts": model("Box", "boxes", 'code: Code; rows?: Row[]; /** @default "a" */ kind?: Code;'),
  "src/models/lid.ts": model("Lid", "lids", "size: Size;"),
};

function model(kind: string, plural: string, spec: string): string {
  return `import { defineModel, type Extension } from "@cmgen/model";
import type { Code, Row, Size } from "../shared.js";
export interface ${kind} extends Extension<{ ${spec} }> {}
export default defineModel<${kind}>({
  group: "open.example.com", version: "v1", kind: "${kind}", plural: "${plural}", singular: "${kind.toLowerCase()}",
});
`;
}

function projectOf(changed: Readonly<Record<string, string>> = {}): ProjectModel {
  const { project, diagnostics } = readFiles({ ...files, ...changed });
  expect(diagnostics).toEqual([]);
  // Each is read in a folder of its own, whose name is the plugin's.
  return { ...project, name: "plugin" };
}

function soundOf(project: ProjectModel): SoundModels {
  expect(check(project, config)).toEqual([]);
  return { by: soundBy(project, config, project), keys: new Set(projectKeys(project).ofModels.values()) };
}

function namesOf({ models, types }: ReturnType<typeof openParts>): readonly string[] {
  return [...models.map(({ kind }) => kind), ...types.map(({ name }) => name)].toSorted();
}

let before: ProjectModel;
beforeAll(() => {
  before = projectOf();
});

test("what was sound and has not changed is not looked at again", () => {
  expect(namesOf(openParts({ ...before }, config, soundOf(before)))).toEqual([]);
});

test.each([
  ["a type that a default elsewhere is of", { "src/shared.ts": tighter("Code", "@maxLength 0") }, ["CM4008"]],
  [
    "a property of items that are listed elsewhere",
    { "src/shared.ts": files["src/shared.ts"].replace("{ id", "{ /** @immutable */ id") },
    ["CM4011"],
  ],
  [
    "a name that another model has",
    { "src/models/lid.ts": files["src/models/lid.ts"].replace("lids", "boxes") },
    ["CM2006"],
  ],
  [
    "a kind that the lists of another have",
    { "src/models/more.ts": model("BoxList", "boxlists", "a: string;") },
    ["CM2008"],
  ],
  [
    "bounds of a type that a model leads to",
    { "src/shared.ts": tighter("Size", "@minProperties 3 @maxProperties 2") },
    ["CM4007"],
  ],
  ["nothing that is wrong", { "src/shared.ts": tighter("Code", "@maxLength 9") }, []],
])("a change of %s is found, beside what is sound", (_, changed, codes) => {
  const changedProject = projectOf(changed);
  const open = openParts(changedProject, config, soundOf(before));
  const found = check(changedProject, config, open);
  expect(found.map(({ code }) => code)).toEqual(codes);
  expect(found).toEqual(check(changedProject, config));
  expect(open.models.length).toBeLessThan(changedProject.models.length);
});

test("after another config everything is looked at", () => {
  const other = { reservedGroupSuffixes: ["example.com"] };
  const open = openParts(before, other, soundOf(before));
  expect(check(before, other, open).map(({ code }) => code)).toEqual(["CM2002", "CM2002"]);
});

test("with tags of packages nothing is sound", () => {
  const project = projectOf({
    "node_modules/geo/package.json": '{ "name": "geo", "version": "1.0.0", "types": "index.d.ts" }',
    "node_modules/geo/index.d.ts": "export interface Point { /** @maxLength 3 */ name: string }\n",
    "src/models/place.ts": `import type { Point } from "geo";\n${model("Place", "places", "at: Point;")}`,
  });
  expect(soundBy(project, config, project)).toBe("");
});

function tighter(type: string, tag: string): string {
  return files["src/shared.ts"].replace(
    new RegExp(`export (?:type|interface) ${type}`),
    (start) => `/** ${tag} */ ${start}`,
  );
}
