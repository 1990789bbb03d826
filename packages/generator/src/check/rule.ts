import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { CheckContext } from "./check-context.js";

/** Looks at a whole project and reports each place that breaks it. Rules know nothing of each other. */
export type Rule = (context: CheckContext) => Iterable<Diagnostic>;
