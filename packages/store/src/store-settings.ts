import { defaultRetention, type ChangeRetention } from "./change-retention.js";
import type { ListTuning } from "./list-tuning.js";

/** How long a database may take, in milliseconds. */
export interface DatabaseTimeouts {
  /** To connect, to give a lock, and to read or write one object. A database that takes longer does not answer. */
  readonly answerMilliseconds: number;
  /** For a statement of a list or of an index build; and how long a list waits for its turn. */
  readonly listMilliseconds: number;
}

/** How slowly the consumer of a list of all items may take it. Only the time it takes itself counts, not the database's. */
export interface StreamPace {
  /** Bytes per second that it takes in the long run, at least. */
  readonly bytesPerSecond: number;
  /** How long it may pause, and how far it may fall behind, in milliseconds. */
  readonly pauseMilliseconds: number;
}

/** How a store behaves, on either database: each is a setting of a server. */
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

/** What an engine is given. */
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
