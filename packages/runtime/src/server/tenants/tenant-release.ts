import { createHash } from "node:crypto";
import type { Plugin } from "../../plugin/plugin.js";

/**
 * What a release makes of a database, and has to do there without callers: its migrations, the evolve steps of its models, its controllers and
 * schedules. Where one release follows another with the same, tenants need not be opened for it.
 */
export function releaseOf(migrations: ReadonlySet<string> | undefined, plugins: readonly Plugin[]): string {
  const work = plugins.map(({ name, resources, controllers, schedules = [] }) => [
    name,
    resources.map(({ model: { table, evolve = [] } }) => [table, ...evolve.map(({ id }) => id)]),
    controllers.map((controller) => controller.name),
    schedules,
  ]);
  const text = JSON.stringify([[...(migrations ?? [])].toSorted(), work]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
