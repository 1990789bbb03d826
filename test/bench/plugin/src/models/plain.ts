import { defineModel, type Extension } from "@cmgen/model";
import type { EntrySpec } from "./entry.js";

/** What an entry is without its indexes: they are what makes it slow to store. */
export interface Plain extends Extension<EntrySpec> {}

export default defineModel<Plain>({
  group: "lists.example.com",
  version: "v1",
  kind: "Plain",
  plural: "plains",
  singular: "plain",
});
