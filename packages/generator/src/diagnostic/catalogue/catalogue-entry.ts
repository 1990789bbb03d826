import type { Severity } from "../diagnostic.js";

/** One kind of problem. `{name}` in a template stands for a value given where the problem is found. */
export interface CatalogueEntry {
  /** An error, where nothing is said. */
  readonly severity?: Severity;
  /** One sentence: what is wrong. */
  readonly message: string;
  /** How to fix it. */
  readonly fix: string;
}
