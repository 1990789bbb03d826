import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BenchPlugin } from "../data/build-plugin.js";

const seeding = [
  "../data/bench-item.js",
  "../data/item-record.js",
  "../data/bench-entry.js",
  "../data/bench-article.js",
  "../data/scattered.js",
  "./make-tables.js",
  "./seed-columns.js",
  "./seed-sqlite.js",
  "./seed-postgres.js",
];

/** Changes when databases that were seeded earlier are not what would be seeded now. */
export function seedKey({ migrations, plugin }: BenchPlugin): string {
  const hash = createHash("sha256");
  // Migrations are named by the time they were made at, and recorded as applied by their names.
  for (const { name, sql } of [...migrations.sqlite, ...migrations.postgresql]) hash.update(name).update(sql);
  for (const { model } of plugin.resources) for (const { fingerprint } of model.indexes) hash.update(fingerprint);
  for (const module of seeding) hash.update(readFileSync(fileURLToPath(new URL(module, import.meta.url))));
  return hash.digest("hex").slice(0, 12);
}
