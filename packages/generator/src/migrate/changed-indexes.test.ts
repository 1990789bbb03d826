import { describe, expect, test } from "vitest";
import type { IndexModel } from "../model/model.js";
import { person } from "../model/people.test.fixture.js";
import { changedIndexes } from "./changed-indexes.js";
import { dropVoidCopies } from "./drop-void-copies.js";
import {
  age,
  name,
  numericName,
  peopleWith,
  project,
  schemaOf,
  tags,
  uniqueName,
  uniqueTags,
} from "./schemas.test.fixture.js";

const people = "people_example_com_people";
const dropName = [`DROP INDEX "${people}_x_spec_name_id_idx";`, `ALTER TABLE "${people}" DROP COLUMN "x_spec_name";`];
const dropTags = [`DROP TABLE "${people}___x_spec_tags";`];
const order: IndexModel = { ...age, order: "ASC" };
const singleTags: IndexModel = { ...tags, multi: false };

describe("a change of indexes, and what it makes void", () => {
  test.each([
    { what: "a new index", from: peopleWith(age), to: peopleWith(age, name), changed: ["spec.name"], dropped: [] },
    {
      what: "an index that goes",
      from: peopleWith(age, name),
      to: peopleWith(age),
      changed: ["spec.name"],
      dropped: dropName,
    },
    { what: "another order", from: peopleWith(age), to: peopleWith(order), changed: [], dropped: [] },
    {
      what: "another type",
      from: peopleWith(name),
      to: peopleWith(numericName),
      changed: ["spec.name"],
      dropped: dropName,
    },
    {
      what: "now unique",
      from: peopleWith(name),
      to: peopleWith(uniqueName),
      changed: ["spec.name"],
      dropped: dropName,
    },
    { what: "no longer unique", from: peopleWith(uniqueName), to: peopleWith(name), changed: [], dropped: [] },
    { what: "a new multi-valued index", from: peopleWith(), to: peopleWith(tags), changed: ["spec.tags"], dropped: [] },
    {
      what: "a multi-valued index that goes",
      from: peopleWith(tags),
      to: peopleWith(),
      changed: ["spec.tags"],
      dropped: dropTags,
    },
    {
      what: "many values, now unique",
      from: peopleWith(tags),
      to: peopleWith(uniqueTags),
      changed: ["spec.tags"],
      dropped: dropTags,
    },
    {
      what: "many values, no longer unique",
      from: peopleWith(uniqueTags),
      to: peopleWith(tags),
      changed: [],
      dropped: [],
    },
    {
      what: "now one value",
      from: peopleWith(tags),
      to: peopleWith(singleTags),
      changed: ["spec.tags", "spec.tags"],
      dropped: dropTags,
    },
    { what: "a model that comes", from: schemaOf(project), to: schemaOf(project, person), changed: [], dropped: [] },
    { what: "a model that goes", from: schemaOf(project, person), to: schemaOf(project), changed: [], dropped: [] },
  ])("$what", ({ from, to, changed, dropped }) => {
    const changes = changedIndexes(from, to);
    expect(changes.map(({ table, index }) => [table, index])).toEqual(changed.map((index) => [people, index]));
    expect(dropVoidCopies(from, changes).statements).toEqual(dropped);
  });
});

test("what is left knows nothing of what was dropped", () => {
  const [from, to] = [peopleWith(name, age, tags), peopleWith(age)];
  expect(dropVoidCopies(from, changedIndexes(from, to)).schema).toEqual(to);
});
