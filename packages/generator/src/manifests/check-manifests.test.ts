import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { defaultConfig } from "../config/resolved-config.js";
import { generate } from "../generate.js";
import type { ProjectModel } from "../model/model.js";
import { readFiles, writePlugin } from "../read/plugin.test.fixture.js";
import { readProject } from "../read/read-project.js";
import { checkManifests } from "./check-manifests.js";

const model = (group: string): string => `
import { defineModel, type Extension } from "@cmgen/model";
interface NoteSpec { /** @default "none" */ text: string; parts?: Part[] }
interface Part { /** @default 1 */ size: number; color: "red" | "green" }
interface Note extends Extension<NoteSpec> {}
export default defineModel<Note>({ group: "${group}", version: "v1", kind: "Note", plural: "notes", singular: "note" });
`;
const manifest = (group: string, spec: string): string =>
  `apiVersion: ${group}/v1\nkind: Note\nmetadata: { name: first }\nspec: ${spec}\n`;

let root = "";
const plugin = (spec: string, group = "notes.example.com"): void => {
  root = writePlugin({ "src/models/note.ts": model("notes.example.com"), "extensions/a.yaml": manifest(group, spec) });
};
afterEach(() => rmSync(root, { recursive: true }));

const found = async (hosted?: Pick<ProjectModel, "hosted">): Promise<readonly string[]> => {
  const { project } = readProject(root, defaultConfig);
  const { diagnostics } = await checkManifests(root, { ...project, ...hosted });
  return diagnostics.map(
    ({ code, message, span }) => `${code} ${span?.start.line}:${span?.start.column}-${span?.end.column} ${message}`,
  );
};

test("defaults are filled in first, as the service does", async () => {
  plugin("{ parts: [{ color: red }] }");
  expect(await found()).toEqual([]);
});

test("each problem is marked where it is", async () => {
  plugin("{ text: a, parts: [{ size: 2, color: red }, { color: blue }] }");
  expect(await found()).toEqual([
    'CM7001 4:53-58 The service would refuse this manifest: /spec/parts/1/color must be one of "red", "green".',
  ]);
});

test("types of hosted plugins are known", async () => {
  plugin("{ parts: 1 }", "others.example.com");
  expect(await found()).toEqual([expect.stringContaining("CM7002 1:1-11")]);
  const { models, types } = readFiles({ "src/models/note.ts": model("others.example.com") }).project;
  const hosted = [{ endpoints: [], package: "others", name: "others", models, types, openapi: "{}" }];
  expect(await found({ hosted })).toEqual([expect.stringContaining("CM7001 4:9-14")]);
});

test("a manifest that was changed is checked again, and one that was not is not", async () => {
  plugin("{}");
  expect(await generate(root)).toMatchObject({ status: "written", diagnostics: [] });
  expect(await generate(root)).toMatchObject({ status: "written", changes: [] });
  writeFileSync(join(root, "extensions/a.yaml"), manifest("notes.example.com", "{ text: 1 }"));
  expect(await generate(root)).toMatchObject({ status: "invalid", diagnostics: [{ code: "CM7001" }] });
  writeFileSync(join(root, "extensions/a.yaml"), manifest("other.example.com", "{ text: 1 }"));
  expect(await generate(root)).toMatchObject({ status: "written", diagnostics: [{ code: "CM7002" }] });
  expect(await generate(root)).toMatchObject({ status: "written", diagnostics: [{ code: "CM7002" }] });
});
