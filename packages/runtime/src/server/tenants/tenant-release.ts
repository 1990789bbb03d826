import { createHash } from "node:crypto";
import type { ModelDescriptor } from "../../model/model-descriptor.js";

/**
 * What a release makes of a database: its migrations, and the evolve steps of its models. Two releases with the same need nothing done when one
 * follows the other.
 */
export function releaseOf(migrations: ReadonlySet<string> | undefined, models: readonly ModelDescriptor[]): string {
  const steps = models.map(({ table, evolve = [] }) => [table, ...evolve.map(({ id }) => id)]);
  const text = JSON.stringify([[...(migrations ?? [])].toSorted(), steps]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
