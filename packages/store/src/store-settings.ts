import { defaultRetention, type ChangeRetention } from "./change-retention.js";
import type { ListTuning } from "./list-tuning.js";

/** How long a database may take, in milliseconds. */
export interface DatabaseTimeouts {
  /** To connect, to get a lock, and to read or write one object. A database that takes longer counts as not answering. */
  readonly answerMilliseconds: number;
  /** For a statement of a list or of an index build; and how long a list waits for its turn. */
  readonly listMilliseconds: number;
}

/** How slowly a list of all items may be consumed. Only the consumer's own time counts, not the database's. */
export interface StreamPace {
  /** The least bytes per second, on average. */
  readonly bytesPerSecond: number;
  /** How long the consumer may pause or be behind, in milliseconds. */
  readonly pauseMilliseconds: number;
}

/** How a store behaves, on either database. Each of these is a server option. */
export interface StoreSettings {
  readonly timeouts: DatabaseTimeouts;
  readonly pace: StreamPace;
  readonly retention: ChangeRetention;
  /** About how many connections to a PostgreSQL server, beside one that listens and one that holds locks: at least 8. */
  readonly connections: number;
  /** How many lists that take long are read at the same time. Default: one less than this machine's processors, at most 4. */
  readonly longLists?: number | undefined;
  /** Called with errors of background work, for which no caller waits. */
  readonly failed: (error: unknown) => void;
}

/** The settings of an engine. */
export interface EngineSettings extends StoreSettings {
  readonly tuning: ListTuning;
}

export const defaultSettings: StoreSettings = {
  timeouts: { answerMilliseconds: 5000, listMilliseconds: 30_000 },
  pace: { bytesPerSecond: 256 * 1024, pauseMilliseconds: 10_000 },
  retention: defaultRetention,
  connections: 15,
  failed: (error) => process.emitWarning(error instanceof Error ? error : String(error)),
};
