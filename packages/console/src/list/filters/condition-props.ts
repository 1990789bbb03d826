import type { Requirement } from "@cmgen/model/internal";
import type { FilterField } from "./filter-fields.js";

/** What every editor of the conditions on one field is given. */
export interface ConditionProps {
  readonly field: FilterField;
  readonly terms: readonly Requirement[];
  readonly onChange: (terms: readonly Requirement[]) => void;
}
