import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BenchPlugin } from "../data/build-plugin.js";

/** Changes when databases that were seeded earlier are not what would be seeded now. */
export function seedKey({ migrations, items, notes }: BenchPlugin): string {
  const hash = createHash("sha256");
  for (const { sql } of [...migrations.sqlite, ...migrations.postgresql]) hash.update(sql);
  for (const { fingerprint } of [...items.indexes, ...notes.indexes]) hash.update(fingerprint);
  for (const module of ["../data/bench-item.js", "./seed-sqlite.js", "./seed-postgres.js"])
    hash.update(readFileSync(fileURLToPath(new URL(module, import.meta.url))));
  // The names of migrations are times: what was recorded as applied is known by them.
  for (const { name } of [...migrations.sqlite, ...migrations.postgresql]) hash.update(name);
  return hash.digest("hex").slice(0, 12);
}
