import type { ListTuning } from "./list-tuning.js";

/** How long a database may take, in milliseconds. */
export interface DatabaseTimeouts {
  /** To connect, to get a lock, and to read or write one object. A database that takes longer counts as not answering. */
  readonly answerMilliseconds: number;
  /** For a statement of a list or of an index build; and how long a list waits for a slot. */
  readonly listMilliseconds: number;
}

/** How slowly a list of all items may be consumed. Only the consumer's own time counts, not the database's. */
export interface StreamPace {
  /** The least bytes per second, on average. */
  readonly bytesPerSecond: number;
  /** How long the consumer may pause or be behind, in milliseconds. */
  readonly pauseMilliseconds: number;
}

/** How much of the change log is kept. */
export interface ChangeRetention {
  /** A change is kept at least this long, if the other two limits allow it. A watch that was away for longer must list again. */
  readonly milliseconds: number;
  /** The number of changes kept, whatever their age. */
  readonly changes: number;
  /** Bytes of objects kept, whatever their age. The log is measured every few seconds and may exceed this in between. */
  readonly bytes: number;
  /** Bytes that the log may grow to while the audit has not written its changes. What is trimmed beyond them is lost to the audit. */
  readonly unauditedBytes: number;
  /** The same for changes that a subscription has not been sent. What is trimmed beyond them is lost to it, and it is told so. */
  readonly undeliveredBytes: number;
}

/** How a store behaves, on either database. Each of these is a server option. */
export interface StoreSettings {
  readonly timeouts: DatabaseTimeouts;
  readonly pace: StreamPace;
  readonly retention: ChangeRetention;
  /** How often the change log is trimmed, in milliseconds. No server option. Default: some times within the retention, every one to five seconds. */
  readonly trimMilliseconds?: number | undefined;
  /** About how many connections to a PostgreSQL server, beside one that listens and one that holds locks: at least 10. */
  readonly connections: number;
  /** The URL of replicas of a PostgreSQL database, which answer lists. It needs no schema. Default: the primary answers all. */
  readonly readUrl?: string | undefined;
  /** How many lists that take long are read at the same time. Default: one less than this machine's processors, at most 4. */
  readonly longLists?: number | undefined;
  /** Whether the store is opened to store a copy of another database in it. Default: then one that holds part of a copy is not opened. */
  readonly isCopying?: boolean | undefined;
  /** Called with errors of background work, for which no caller waits. */
  readonly failed: (error: unknown) => void;
}

/** The settings of the connections to a PostgreSQL server, which the stores of its schemas share. */
export type ServerSettings = Pick<StoreSettings, "connections" | "timeouts" | "longLists">;

/** The settings of an engine. */
export interface EngineSettings extends StoreSettings {
  readonly tuning: ListTuning;
}

export const defaultSettings: StoreSettings = {
  timeouts: { answerMilliseconds: 5000, listMilliseconds: 30_000 },
  pace: { bytesPerSecond: 256 * 1024, pauseMilliseconds: 10_000 },
  /** An hour, 100,000 changes or 256 MiB. */
  retention: {
    milliseconds: 3_600_000,
    changes: 100_000,
    bytes: 256 * 1024 * 1024,
    unauditedBytes: 4 * 256 * 1024 * 1024,
    undeliveredBytes: 4 * 256 * 1024 * 1024,
  },
  connections: 15,
  failed: (error) => process.emitWarning(error instanceof Error ? error : String(error)),
};
