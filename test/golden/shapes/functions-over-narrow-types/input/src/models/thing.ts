import { defineModel, index, type Extension } from "@cmgen/model";

enum Color {
  Red = "RED",
  Green = "GREEN",
}

type Email = string & { readonly __brand: "Email" };

const isRed = (color: Color | undefined): string => (color === Color.Red ? "yes" : "no");
const domainOf = (email: Email): string => email.slice(email.indexOf("@") + 1);

export interface ThingSpec {
  color?: Color;
  email: Email;
  image?: `img-${string}`;
  readonly sizes?: readonly (readonly ["S" | "M", number])[];
  flags?: { readonly [name: `is-${string}`]: boolean };
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
  indexes: [
    index({ name: "red", value: ({ spec }) => isRed(spec.color) }),
    index({ name: "domain", value: ({ spec }) => domainOf(spec.email) }),
    index({ name: "sizes", values: ({ spec }) => spec.sizes?.map(([size]) => size) }),
    index({ name: "flags", values: ({ spec: { flags = {} } }) => Object.keys(flags) }),
  ],
  check({ object: { spec }, refuse }) {
    if (spec.color === Color.Red) refuse("spec.color", "Red is taken.");
  },
});
