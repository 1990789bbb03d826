import { defineModel, type Extension } from "@cmgen/model";

/** @maxLength 10 */
type Short = string;

export interface ThingSpec {
  /** @minLength 2 @maxLength 3 */
  code: string;
  /**
   * Digits with `@` signs.
   * @pattern ^[0-9]+(@[0-9]+)*$
   */
  digits?: string;
  /**
   * A pattern with what JavaScript and comments are fussy about.
   *
   * @pattern ^\/\*[^`"'\\]*\*\/$
   */
  fussy?: string;
  short?: Short;
  /** @format email */
  email?: string;
  /** @format uri */
  home?: string;
  /** @format uuid */
  id?: string;
  /** @format date */
  day?: string;
  /** @format ipv4 */
  address?: string;
  /** @format hostname */
  host?: string;
  /** @minLength 1 */
  nullable?: string | null;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "tags.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
