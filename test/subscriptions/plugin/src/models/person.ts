import { defineModel, index, type Extension, type Integer } from "@cmgen/model";

export interface PersonSpec {
  team: string;
  number?: Integer;
  /** What not everybody sees. */
  salary?: Integer;
  /** @secret */
  pin?: string;
}

export interface Person extends Extension<PersonSpec> {}

export default defineModel<Person>({
  group: "hooks.example.com",
  version: "v1",
  kind: "Person",
  plural: "people",
  singular: "person",
  indexes: [index("spec.team"), index("spec.number"), index("spec.salary")],
});
