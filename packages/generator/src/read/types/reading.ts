import type { IndexTag, Json, TagSpans, Type } from "../../model/type.js";

/** What tags on an alias pass on to the properties of that type. */
export interface Inherited {
  readonly default?: Json;
  readonly immutable?: boolean;
  readonly listKey?: string;
  readonly index?: Omit<IndexTag, "unique">;
  readonly unique?: boolean;
  readonly search?: boolean;
  readonly tagSpans: TagSpans;
}

/** What a type was read as. `type` is absent where nothing but `undefined` or `never` is left of it. */
export interface Reading {
  readonly type?: Type;
  /** Whether `undefined` is among the values: JSON has it only as a property that is not there. */
  readonly undefinable?: boolean;
  readonly inherited?: Inherited;
}
