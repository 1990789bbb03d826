import { expect, test } from "vitest";

import { person } from "../model/people.test.fixture.js";
import { modelNames } from "./model-names.js";

test("what generated code calls the things of a Person", () => {
  expect(modelNames(person)).toEqual({
    folder: "v1alpha1/person",
    object: "Person",
    stored: "StoredPerson",
    input: "PersonInput",
    list: "PersonList",
    model: "personModel",
    defaults: "personDefaults",
    validate: "validatePerson",
    createRouter: "createPersonRouter",
    createClient: "createPeopleClient",
    client: "PeopleClient",
    indexTypes: "PersonIndexes",
    parameter: "person",
  });
});

test.each(["Class", "Function", "Await", "Object"])("%s gives no parameter that is a reserved word", (kind) => {
  expect(() => new Function(`"use strict"; return (${modelNames({ ...person, kind }).parameter}) => 1;`)).not.toThrow();
});
