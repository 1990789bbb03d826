import { defineModel, index, type Extension, type Integer } from "@cmgen/model";

export interface EntrySpec {
  code: string;
  group: string;
  /** @minimum 0 @maximum 149 */
  age: Integer;
  score: number;
  /** @maxItems 20 */
  tags: string[];
  due?: Integer;
  owner?: string;
  parent?: string;
  origin?: string;
  /** Brings an object to about a kilobyte. */
  padding?: string;
}

/** What the bench of lists selects from: values that a known part of the objects has, of every type of term. */
export interface Entry extends Extension<EntrySpec> {}

export default defineModel<Entry>({
  group: "lists.example.com",
  version: "v1",
  kind: "Entry",
  plural: "entries",
  singular: "entry",
  indexes: [
    index("spec.code"),
    index("spec.group"),
    index("spec.age", { order: "DESC" }),
    index("spec.score"),
    index({ name: "spec.tags", values: (entry) => entry.spec.tags }),
    index("spec.due", { order: "DESC" }),
    index("spec.owner"),
    index("spec.parent"),
    index("spec.origin"),
  ],
});
