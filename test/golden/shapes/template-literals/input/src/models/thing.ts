import { defineModel, index, type Extension, type Integer } from "@cmgen/model";

type Unit = "px" | "em";

export interface ThingSpec {
  image: `img-${string}`;
  width: `${number}${Unit}`;
  version?: `v${Integer}.${Integer}`;
  toggle?: `is-${boolean}`;
  dotted?: `a.b+${string}(c)`;
  exact?: `${Unit}-${"s" | "m"}`;
  shouted?: Uppercase<string>;
  /** One of two forms, or none. */
  address?: `mailto:${string}` | `tel:${number}` | "none";
  names?: (`a-${string}` | `b-${bigint}`)[];
  /** Texts that would end a template. */
  hostile?: `\`\${${string}}"\\\n`;
  byForm?: Record<`x-${string}` | `y-${number}`, string>;
  byNumber?: Record<number, string>;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
  indexes: [index("spec.image"), index("spec.width"), index("spec.address"), index("spec.names")],
});
