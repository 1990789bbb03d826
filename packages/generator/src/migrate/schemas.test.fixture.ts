import type { Model } from "../model/model.js";
import { indexModel, person } from "../model/people.test.fixture.js";
import type { DatabaseSchema } from "../storage/database-schema.js";
import { databaseSchemaOf } from "../storage/database-schema-of.js";

/** Schemas to come from and to lead to, for tests of what lies between. */

export const project: Model = { ...person, kind: "Project", plural: "projects", singular: "project", indexes: [] };

export const nothing: DatabaseSchema = { tables: [] };

/** The schema of people with these indexes only. */
export function peopleWith(...indexes: Model["indexes"]): DatabaseSchema {
  return databaseSchemaOf({ models: [{ ...person, indexes }] });
}

export function schemaOf(...models: Model[]): DatabaseSchema {
  return databaseSchemaOf({ models });
}

export const name = indexModel("spec.name", 0);
export const uniqueName = indexModel("spec.name", 0, { unique: true });
export const numericName = indexModel("spec.name", 0, { valueType: "integer" });
export const age = indexModel("spec.age", 1, { order: "DESC", valueType: "integer" });
export const tags = indexModel("spec.tags", 2, { multi: true });
export const uniqueTags = indexModel("spec.tags", 2, { multi: true, unique: true });
