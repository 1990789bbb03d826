import { defineModel, index, type Extension, type Int64, type Timestamp } from "@cmgen/model";

/** Ends a comment *\/ and more: `backtick`, ${interpolation}, "quotes", 'single', \backslash, <script>. */
export interface ClassSpec {
  /** Not the prototype: `__proto__`. */
  __proto__?: string;
  constructor?: string;
  toString?: string;
  hasOwnProperty?: string;
  class: string;
  new?: { delete?: { in: string } };
  "odd-name"?: string;
  'quo"te'?: string;
  "apo'strophe"?: string;
  "back`tick"?: string;
  "${dollar}"?: string;
  "line\nbreak"?: string;
  "*/"?: "*/" | "`${process}`" | '"' | "\\";
  "日本"?: string;
  "42"?: string;
  record?: Record<string, string>;
  instant?: Timestamp;
  large?: Int64;
  flags?: boolean[];
}

/** Named as reserved words are. */
export interface Class extends Extension<ClassSpec> {}

export default defineModel<Class>({
  group: "hostile.example.com",
  version: "v1",
  kind: "Class",
  plural: "classes",
  singular: "class",
  indexes: [
    index("spec.class", { unique: true }),
    index("spec.constructor"),
    index("spec.toString"),
    index("spec.new.delete.in"),
    index("spec.odd-name"),
    index("spec.instant", { order: "DESC" }),
    index("spec.large"),
    index("spec.flags"),
    index({ name: "hash", value: (object) => `#${object.spec["back`tick"] ?? "${}"}*/` }),
  ],
});
