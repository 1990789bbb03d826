import type { Constraints, Documentation, Json, TagSpans } from "../../model/type.js";

/** What a doc comment says of the declaration it stands before. */
export interface Annotations {
  readonly documentation: Documentation;
  readonly constraints: Constraints;
  readonly default?: Json;
  readonly immutable?: boolean;
  readonly listKey?: string;
  /** Whether properties beside the declared ones are taken. */
  readonly additionalProperties?: boolean;
  /** JSON Schema that stands for the type. */
  readonly schema?: Json;
  readonly tagSpans: TagSpans;
}

export const noAnnotations: Annotations = Object.freeze({
  documentation: Object.freeze({ description: "" }),
  constraints: Object.freeze({}),
  tagSpans: Object.freeze({}),
});
