import { defineModel, type Extension } from "@cmgen/model";

/**
 * What a thing is.
 *
 * @remarks Values above @max are refused by hand, those below @min 3 are not.
 * @since 1.0
 * @author Ann @ home
 * @date 2024-01-31
 * @email ann@example.com
 * @category Things
 */
export interface ThingSpec {
  /**
   * Its name; write to @email about it.
   *
   * @see https://example.com
   * @type {string}
   * @nothingLikeOurs
   * @example Ann
   * @example const thing = { name: "Ann" };
   * @example
   * {
   * @example "Bob"
   */
  name: string;
  /**
   * Options:
   * + optional
   * +1
   *
   * @enum {number}
   */
  count?: number;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "tags.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
