import { defineModel, type Extension, type Integer } from "@cmgen/model";

/**
 * A name.
 *
 * @minLength 2
 * @maxLength 10
 * @pattern ^[a-z]*$
 */
type Name = string;

/**
 * Shorter.
 * @maxLength 5
 */
type ShortName = Name;

/** @default unnamed @maxLength 7 */
type NameOrDefault = Name;

interface Base {
  /** @minimum 0 @maximum 100 */
  size: Integer;
}

interface Derived extends Base {
  /**
   * Declared anew, it says everything anew.
   * @maximum 10
   */
  size: Integer;
}

export interface ThingSpec {
  name: Name;
  short?: ShortName;
  /**
   * Even shorter, and of its own description.
   * @maxLength 3
   */
  shorter?: ShortName;
  /**
   * Longer than its type allows elsewhere.
   * @maxLength 20
   */
  longer?: Name;
  either?: NameOrDefault;
  derived?: Derived;
  picked?: Pick<Derived, "size">;
  names?: Name[];
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "tags.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
