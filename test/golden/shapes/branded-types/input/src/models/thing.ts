import { defineModel, type Extension } from "@cmgen/model";

declare const meters: unique symbol;

/**
 * An address of mail.
 * @format email
 */
type Email = string & { readonly __brand: "Email" };

type Meters = number & { readonly [meters]: true };

export interface ThingSpec {
  email: Email;
  length?: Meters;
  emails?: Email[];
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
