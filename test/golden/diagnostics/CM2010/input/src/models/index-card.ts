import { defineModel, type Extension } from "@cmgen/model";

interface IndexSpec {
  page: string;
}

export interface Index extends Extension<IndexSpec> {}

// Before it said `plural: "indices"`.
export default defineModel<Index>();
