import type { ScheduleProgress, ScheduleStorage } from "../store.js";
import { type RunSql, sql, upsert } from "../sql/sql.js";

/** SQLite may give bigints. */
interface ScheduleRow extends Pick<ScheduleProgress, "state"> {
  readonly position: number | bigint;
}

/** Remembers the progress of schedules, on either database. */
export function scheduleRecords(run: RunSql): ScheduleStorage {
  return {
    read: async (name) => {
      const [row] = await run<ScheduleRow>(
        sql`SELECT position, state FROM cmgen_schedules WHERE name = ${sql.value(name)}`,
      );
      return row && { position: Number(row.position), state: row.state };
    },
    save: async (name, { position, state }) => {
      await run(upsert("cmgen_schedules", { name }, { position, state }));
    },
  };
}
