import { defineModel, index, type Extension, type Integer } from "@cmgen/model";

export interface ItemSpec {
  /** @maxLength 100 */
  code: string;
  /** @minimum 0 @maximum 150 */
  age: Integer;
  group: string;
  score: number;
  /** @maxItems 20 */
  tags: string[];
  /** Brings an object to about a kilobyte. */
  padding?: string;
}

/** What the benches are about: a declared type with five indexes. */
export interface Item extends Extension<ItemSpec> {}

export default defineModel<Item>({
  group: "bench.example.com",
  version: "v1",
  kind: "Item",
  plural: "items",
  singular: "item",
  indexes: [
    index("spec.code", { unique: true }),
    index("spec.age", { order: "DESC" }),
    index("spec.group"),
    index("spec.score"),
    index({ name: "spec.tags", values: (item) => item.spec.tags }),
  ],
});
