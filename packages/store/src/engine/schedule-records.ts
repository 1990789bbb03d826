import type { ScheduleProgress, ScheduleStorage } from "../store.js";
import { type Fragment, type RunSql, sql } from "../sql/sql.js";

/** SQLite may give bigints. */
interface ScheduleRow extends Pick<ScheduleProgress, "state"> {
  readonly position: number | bigint;
}

/**
 * Remembers the progress of schedules, on either database.
 *
 * @param write runs a statement whose changes survive a power cut once it has returned.
 */
export function scheduleRecords(read: RunSql, write: RunSql): ScheduleStorage {
  return {
    read: async (name) => {
      const [row] = await read<ScheduleRow>(
        sql`SELECT position, state FROM ${sql.table("cmgen_schedules")} WHERE name = ${sql.value(name)}`,
      );
      return row && { position: Number(row.position), state: row.state };
    },
    move: async (name, { from, to }) => {
      const moved = await write(from === undefined ? begin(name, to) : move(name, from, to));
      return moved.length > 0;
    },
  };
}

function begin(name: string, { position, state }: ScheduleProgress): Fragment {
  return sql`INSERT INTO ${sql.table("cmgen_schedules")} (name, position, state)
 VALUES (${sql.value(name)}, ${sql.value(position)}, ${sql.value(state)}) ON CONFLICT (name) DO NOTHING RETURNING name`;
}

function move(name: string, from: ScheduleProgress, to: ScheduleProgress): Fragment {
  return sql`UPDATE ${sql.table("cmgen_schedules")} SET position = ${sql.value(to.position)}, state = ${sql.value(to.state)}
 WHERE name = ${sql.value(name)} AND position = ${sql.value(from.position)} AND state = ${sql.value(from.state)} RETURNING name`;
}
