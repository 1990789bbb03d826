/** How far a schedule has come. */
export interface ScheduleProgress {
  /** Runs that were due up to then are done or given up. Milliseconds since 1970. */
  readonly position: number;
  /** `running` from the start of a run to its end, however it ends; so a run whose process was killed is noticed. */
  readonly state: "waiting" | "running";
}

/** Remembers the progress of schedules, for all processes of the database. */
export interface ScheduleStorage {
  /** The progress of the schedule of that name; undefined before it was first saved. */
  read(name: string): Promise<ScheduleProgress | undefined>;
  save(name: string, progress: ScheduleProgress): Promise<void>;
}
