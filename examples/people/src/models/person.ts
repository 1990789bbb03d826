import { defineModel, index, type Extension, type Integer } from "@cmgen/model";

export interface PersonSpec {
  /**
   * Full name.
   * @maxLength 100 @unique
   */
  name: string;
  /** @minimum 0 @maximum 150 @index desc */
  age?: Integer;
  gender?: "MALE" | "FEMALE";
  /** @index */
  tags?: string[];
  /** Another person. */
  otherPerson?: Person;
}

export interface PersonStatus {
  /** Set by the welcome controller for people who ask for it. */
  greeting?: string;
}

export type Person = Extension<PersonSpec, PersonStatus>;

export default defineModel<Person>({
  indexes: [index({ name: "initial", value: (person) => Array.from(person.spec.name)[0] })],
});
