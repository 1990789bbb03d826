import { defineModel, type Extension, type Integer } from "@cmgen/model";

/**
 * What things are.
 *
 * A second paragraph with `code`, a "quote", ${dollars} and a backslash: \\.
 *
 * @title Specification of a thing
 */
export interface ThingSpec {
  /**
   * Its name.
   * Over two lines.
   *
   * @title Name
   * @example "Ann"
   * @example "Bob"
   */
  name: string;
  /** @deprecated Use `name`. */
  label?: string;
  /** @deprecated @example 3 */
  count?: Integer;
  /** @example { "x": 1 } */
  point?: { x: number };
  /**
   * @see https://example.com
   * @remarks Passes by.
   */
  tags?: string[];
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "tags.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
