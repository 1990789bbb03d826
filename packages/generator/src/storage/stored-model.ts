import type { IndexModel, Model } from "../model/model.js";
import type { Documentation } from "../model/type.js";

/** What tables are made from: nothing else of a model decides about them. */
export interface StoredModel extends Pick<Model, "group" | "kind" | "plural" | "storage"> {
  readonly documentation: Pick<Documentation, "description">;
  readonly indexes: readonly StoredIndex[];
}

export type StoredIndex = Pick<IndexModel, "name" | "unique" | "multi" | "valueType">;
