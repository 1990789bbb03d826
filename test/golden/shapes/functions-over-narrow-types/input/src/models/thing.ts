import { defineModel, index, multiIndex, type Extension } from "@cmgen/model";

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
    index("red", ({ spec }) => isRed(spec.color)),
    index("domain", ({ spec }) => domainOf(spec.email)),
    multiIndex("sizes", ({ spec }) => spec.sizes?.map(([size]) => size)),
    multiIndex("flags", ({ spec: { flags = {} } }) => Object.keys(flags)),
  ],
  check({ object: { spec }, refuse }) {
    if (spec.color === Color.Red) refuse("spec.color", "Red is taken.");
  },
});
