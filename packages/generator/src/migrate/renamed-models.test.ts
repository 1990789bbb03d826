import { expect, test } from "vitest";

import type { Model } from "../model/model.js";
import { model, object, project, string } from "../model/type-builders.test.fixture.js";
import { tableName } from "../storage/table-name.js";
import { renamedModels } from "./renamed-models.js";

const group = "things.example.com";

/** What is said of models, where objects of other kinds may be stored, by their plurals. */
function problems(models: readonly Model[], before: Readonly<Record<string, string>>): readonly string[] {
  const shapes = Object.keys(before).map((kind) => ({
    apiVersion: `${group}/v1alpha1`,
    kind,
    schema: {},
    types: {},
    steps: [],
  }));
  const tables = Object.values(before).map((plural) => ({
    name: tableName({ group, plural }),
    model: "",
    role: "objects" as const,
    columns: [],
    key: [],
    indexes: [],
  }));
  return renamedModels(project(models, []), { shapes: [shapes], schema: { tables } }).map(({ message }) => message);
}

const all = ["group", "version", "kind", "plural", "singular"] as const;
const named = (kind: string, change: Partial<Model> = {}): Model => ({
  ...model(kind, object({ a: string() })),
  plural: `${kind.toLowerCase()}s`,
  derived: all,
  ...change,
});

test("a kind that takes the place of another is a problem, if nobody says that it is meant", () => {
  const message = "`Memo` takes the place of `Note`, of which objects may be stored.";
  expect(problems([named("Memo")], { Note: "notes" })).toEqual([message]);
  expect(problems([named("Memo", { derived: ["group", "version", "plural"] })], { Note: "notes" })).toEqual([]);
  expect(problems([named("Note", { derived: ["group", "version", "plural"] })], { Note: "notes" })).toEqual([]);
});

test("a kind beside those that were there is none, and neither is one that goes", () => {
  expect(problems([named("Note")], {})).toEqual([]);
  expect(problems([named("Note"), named("Memo")], { Note: "notes" })).toEqual([]);
  expect(problems([named("Note")], { Note: "notes", Memo: "memos" })).toEqual([]);
  expect(problems([named("Memo", { group: "other.example.com" })], { Note: "notes" })).toEqual([]);
});

test("a plural that is derived and was another is a problem", () => {
  const message = "`indexs` takes the place of `in-dices`, the plural under which objects of `Index` may be stored.";
  expect(problems([named("Index")], { Index: "in-dices" })).toEqual([message]);
  expect(problems([named("Index", { derived: ["kind"] })], { Index: "in-dices" })).toEqual([]);
});
