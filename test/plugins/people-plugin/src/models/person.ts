import { defineModel, index, type Extension, type Integer } from "@cmgen/model";

/** Where somebody lives. */
export interface Address {
  street: string;
  /** @default "Berlin" */
  town?: string;
}

export interface PersonSpec {
  name: string;
  /** @minimum 0 */
  age?: Integer;
  address?: Address;
}

export interface Person extends Extension<PersonSpec> {}

export default defineModel<Person>({
  group: "people.acme.example",
  version: "v1",
  kind: "Person",
  plural: "people",
  singular: "person",
  indexes: [index("spec.name", { unique: true }), index("spec.age")],
});
