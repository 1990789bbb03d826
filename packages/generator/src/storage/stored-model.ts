import type { IndexModel, Model } from "../model/model.js";
import type { Documentation } from "../model/type.js";

/** What tables are made from: nothing else of a model decides about them. */
export interface StoredModel extends Pick<Model, "group" | "kind" | "plural" | "storage"> {
  readonly documentation: Pick<Documentation, "description">;
  readonly indexes: readonly StoredIndex[];
}

export type StoredIndex = Pick<IndexModel, "name" | "unique" | "multi" | "valueType">;

/** A model without all that tables do not depend on. */
export function storedModel({ group, kind, plural, storage, documentation, indexes }: StoredModel): StoredModel {
  return {
    group,
    kind,
    plural,
    ...(storage && { storage }),
    documentation: { description: documentation.description },
    indexes: indexes.map(({ name, unique, multi, valueType }) => ({
      name,
      unique,
      multi,
      ...(valueType && { valueType }),
    })),
  };
}
