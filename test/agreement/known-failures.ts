import type { Ending } from "./harness/compare.js";

/**
 * Cases that fail today, and how. The list can only shrink: the test fails for a listed case that passes, or that fails in another
 * way.
 */
export const knownFailures: Readonly<Record<string, Exclude<Ending, "passed">>> = {};
