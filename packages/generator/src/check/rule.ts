import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { CheckContext, PartContext } from "./check-context.js";

/** Looks at a whole project and reports each place that breaks it. Rules know nothing of each other. */
export type Rule = (context: CheckContext) => Iterable<Diagnostic>;

/**
 * A rule that looks at models and types one by one, each with all that it refers to, and at nothing beside that: those it found nothing
 * wrong with need not be looked at again until they, or what they refer to, change.
 */
export type PartRule = (context: PartContext) => Iterable<Diagnostic>;
