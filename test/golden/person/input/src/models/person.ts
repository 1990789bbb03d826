import { defineModel, index, type Extension, type Integer } from "@cmgen/model";

export interface PersonSpec {
  /**
   * Full name.
   * @maxLength 100
   */
  name: string;
  /** @minimum 0 @maximum 150 */
  age?: Integer;
  gender?: "MALE" | "FEMALE";
  tags?: string[];
  /** Another person. */
  otherPerson?: Person;
}

export interface PersonStatus {
  /** Set by the welcome controller for people who ask for it. */
  greeting?: string;
}

export interface Person extends Extension<PersonSpec, PersonStatus> {}

export default defineModel<Person>({
  group: "people.example.com",
  version: "v1alpha1",
  kind: "Person",
  plural: "people",
  singular: "person",
  indexes: [
    index("spec.name", { unique: true }),
    index("spec.age", { order: "DESC" }),
    index({ name: "initial", value: (person) => person.spec.name[0] ?? null }),
    index({ name: "spec.tags", values: (person) => person.spec.tags }),
  ],
});
