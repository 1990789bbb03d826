import { type RunSql, sql } from "../sql/sql.js";
import type { NamesWindow } from "../store.js";
import type { StoredModel } from "../stored-model.js";

/** Reads names from the index that has them: no object is read. */
export function objectNames(run: RunSql): (model: StoredModel, window: NamesWindow) => Promise<readonly string[]> {
  return async ({ table }, { after = "", limit }) => {
    const rows = await run<{ readonly name: string }>(
      sql`SELECT name FROM ${sql.id(table)} WHERE name > ${sql.value(after)} ORDER BY name LIMIT ${sql.lit(limit)}`,
    );
    return rows.map(({ name }) => name);
  };
}
