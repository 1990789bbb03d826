import { defaultRetention, type ChangeRetention } from "./change-retention.js";
import { defaultTuning, type ListTuning } from "./list-tuning.js";

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

/** How a store behaves, on either database. */
export interface StoreSettings {
  readonly timeouts: DatabaseTimeouts;
  readonly pace: StreamPace;
  readonly tuning: ListTuning;
  readonly retention: ChangeRetention;
  /** Told of errors of work that nobody waits for. */
  readonly failed: (error: unknown) => void;
}

export const defaultSettings: StoreSettings = {
  timeouts: { answerMilliseconds: 5000, listMilliseconds: 30_000 },
  pace: { bytesPerSecond: 256 * 1024, pauseMilliseconds: 10_000 },
  tuning: defaultTuning,
  retention: defaultRetention,
  failed: (error) => process.emitWarning(error instanceof Error ? error : String(error)),
};
