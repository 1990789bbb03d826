import type { SourceSpan } from "../model/source-span.js";

export type Severity = "error" | "warning";

/** One problem in a declaration, as data; printing it is elsewhere. */
export interface Diagnostic {
  /** Stable, for example `CM2003`; each has an entry in docs/diagnostics. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence: what is wrong. */
  readonly message: string;
  /** How to fix it. */
  readonly fix: string;
  /** Absent for a problem of the project as a whole. */
  readonly span?: SourceSpan;
}
