import { defineModel, type Extension } from "@cmgen/model";

interface Address {
  street: string;
}

export interface ThingSpec {
  nothing: null;
  name: string | null;
  /** May be left out, may be null: the two are not the same. */
  nick?: string | null;
  size: "S" | "M" | null;
  address: Address | null;
  tags: (string | null)[] | null;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
