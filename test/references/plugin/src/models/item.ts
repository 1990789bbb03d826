import { defineModel, type Extension, type Ref } from "@cmgen/model";
import type { Member } from "./member.js";

export interface ItemSpec {
  owner?: Ref<Member, { onDelete: "cascade" }>;
  /** The item goes with each of these. */
  partOf?: Ref<Item, { onDelete: "cascade" }>[];
  /** Keeps that one from being deleted. */
  needs?: Ref<Item>;
  note?: string;
}

/** What belongs to a member, and other items to that. */
export interface Item extends Extension<ItemSpec> {}

export default defineModel<Item>({
  group: "references.example.com",
  version: "v1",
  kind: "Item",
  plural: "items",
  singular: "item",
});
