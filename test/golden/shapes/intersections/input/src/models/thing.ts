import { defineModel, type Extension } from "@cmgen/model";

interface Named {
  name: string;
}

interface Sized {
  /** @minimum 0 */
  size: number;
}

type NamedAndSized = Named & Sized;

export interface ThingSpec {
  both: NamedAndSized;
  inline: Named & { color?: "red" | "blue" };
  narrowed?: Named & { name: "a" | "b" };
  choice?: Named & ({ on: true } | { off: true });
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
