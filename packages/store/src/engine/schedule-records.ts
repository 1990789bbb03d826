import type { ScheduleProgress, ScheduleStorage } from "../schedule-storage.js";
import type { SqlDialect } from "../sql/dialect.js";
import { compileShape, type RunShape, type Shape, sql } from "../sql/sql.js";

interface NamedSchedule {
  readonly name: string;
}

/** SQLite may give bigints. */
interface ScheduleRow extends Pick<ScheduleProgress, "state"> {
  readonly position: number | bigint;
}

/** Remembers the progress of schedules, on either database. */
export class ScheduleRecords implements ScheduleStorage {
  readonly #dialect: SqlDialect;
  readonly #run: RunShape;

  constructor(dialect: SqlDialect, run: RunShape) {
    this.#dialect = dialect;
    this.#run = run;
  }

  async read(name: string): Promise<ScheduleProgress | undefined> {
    const [row] = await this.#run<NamedSchedule, ScheduleRow>(progressShape(this.#dialect), { name });
    return row && { position: Number(row.position), state: row.state };
  }

  async save(name: string, progress: ScheduleProgress): Promise<void> {
    await this.#run(saveProgressShape(this.#dialect), { name, ...progress });
  }
}

function progressShape(dialect: SqlDialect): Shape<NamedSchedule> {
  return compileShape<NamedSchedule>(
    dialect,
    (slot) => sql`SELECT position, state FROM cmgen_schedules WHERE name = ${slot(({ name }) => name)}`,
  );
}

function saveProgressShape(dialect: SqlDialect): Shape<NamedSchedule & ScheduleProgress> {
  return compileShape<NamedSchedule & ScheduleProgress>(
    dialect,
    (slot) =>
      sql`INSERT INTO cmgen_schedules (name, position, state) VALUES (${sql.join([
        slot(({ name }) => name),
        slot(({ position }) => position),
        slot(({ state }) => state),
      ])}) ON CONFLICT (name) DO UPDATE SET position = excluded.position, state = excluded.state`,
  );
}
