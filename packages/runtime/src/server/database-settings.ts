import type { Duration } from "@cmgen/model";
import { type StoreSettings, defaultSettings } from "@cmgen/store";
import type { Log } from "../log/log.js";
import { ConfigurationError } from "../error/configuration-error.js";
import { readDuration } from "./read-duration.js";

/** How a server uses its database: options that win over the environment. */
export interface DatabaseOptions {
  /**
   * A replica of a PostgreSQL database, as `postgresql://…`. Lists, counts and sums are read from it while it has all that this process knows of.
   * Default `CMGEN_DATABASE_READ_URL`, else all is read from `databaseUrl`.
   */
  readonly databaseReadUrl?: string;
  /** About how many connections to a PostgreSQL server, beside two of its own; at least 10. Default `CMGEN_DATABASE_CONNECTIONS`, else 15. */
  readonly databaseConnections?: number;
  /**
   * How long the database may take to connect, to give a lock, and to read or write one object, before the answer is 503. Default
   * `CMGEN_DATABASE_TIMEOUT`, else `"5s"`.
   */
  readonly databaseTimeout?: Duration;
}

/** Limits of lists and of the change log. */
export interface StoreLimits {
  /** How long a statement of a list may take, and how long a list waits for a slot. Default `"30s"`. */
  readonly listTimeout: Duration;
  /** A caller that takes a list of all objects more slowly in the long run is disconnected. Default 262,144. */
  readonly listBytesPerSecond: number;
  /** How long such a caller may pause, or be behind. Default `"10s"`. */
  readonly listPause: Duration;
  /**
   * Lists that take long and are read at the same time; others wait. Default: one less than this machine's processors, at most
   * 4; on SQLite at least 2.
   */
  readonly maxLongLists: number;
  /** How long a change is kept in the change log, if the next two allow it. Default `"1h"`. */
  readonly changeRetention: Duration;
  /** Changes kept, whatever their age. Default 100,000. */
  readonly maxChanges: number;
  /** Bytes of objects in the changes kept, whatever their age. Default 256 MiB. */
  readonly maxChangesBytes: number;
  /**
   * Bytes of objects in changes that wait for the audit, whatever the limits above. Beyond them changes are lost to the audit, which says how many. Default four times
   * `maxChangesBytes`.
   */
  readonly maxUnauditedBytes: number;
  /**
   * Bytes of objects in changes that wait for a subscription's receiver, whatever the limits above. Beyond them changes are lost to the slowest, whose
   * receiver is told so. Default four times `maxChangesBytes`.
   */
  readonly maxUndeliveredBytes: number;
}

/** {@link DatabaseOptions}, completed from the environment and the defaults. */
export interface DatabaseSettings {
  readonly readUrl?: string;
  readonly connections: number;
  readonly timeoutMs: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** There are five pools, with at least two connections each. */
const LEAST_CONNECTIONS = 10;

/** @throws {ConfigurationError} that says which setting is wrong and how to fix it. */
export function readDatabaseSettings(options: DatabaseOptions, environment: Environment): DatabaseSettings {
  const { databaseConnections, databaseTimeout } = options;
  const connections = readNumber("CMGEN_DATABASE_CONNECTIONS", environment);
  const timeout = databaseTimeout ?? (environment["CMGEN_DATABASE_TIMEOUT"] || undefined);
  const readUrl = options.databaseReadUrl ?? (environment["CMGEN_DATABASE_READ_URL"] || undefined);
  const settings = {
    ...(readUrl !== undefined && { readUrl }),
    connections: databaseConnections ?? connections ?? defaultSettings.connections,
    timeoutMs:
      timeout === undefined
        ? defaultSettings.timeouts.answerMilliseconds
        : readDuration("databaseTimeout (CMGEN_DATABASE_TIMEOUT)", timeout),
  };
  assertAtLeast(settings.connections, LEAST_CONNECTIONS, "databaseConnections (CMGEN_DATABASE_CONNECTIONS)");
  return settings;
}

/**
 * What a store is opened with.
 *
 * @throws {ConfigurationError} for a limit that is not a duration, or a whole number of at least 1.
 */
export function storeSettings(
  { readUrl, connections, timeoutMs }: DatabaseSettings,
  log: Log,
  limits: Partial<StoreLimits> = {},
): StoreSettings {
  const { timeouts, pace, retention } = defaultSettings;
  const limit = (name: CountName, ifUnset: number): number => {
    const value = limits[name] ?? ifUnset;
    assertAtLeast(value, 1, `limits.${name}`);
    return value;
  };
  const time = (name: Exclude<keyof StoreLimits, CountName>, ifUnset: number): number =>
    limits[name] === undefined ? ifUnset : readDuration(`limits.${name}`, limits[name]);
  return {
    readUrl,
    connections,
    timeouts: {
      answerMilliseconds: timeoutMs,
      listMilliseconds: time("listTimeout", timeouts.listMilliseconds),
    },
    pace: {
      bytesPerSecond: limit("listBytesPerSecond", pace.bytesPerSecond),
      pauseMilliseconds: time("listPause", pace.pauseMilliseconds),
    },
    retention: {
      milliseconds: time("changeRetention", retention.milliseconds),
      changes: limit("maxChanges", retention.changes),
      bytes: limit("maxChangesBytes", retention.bytes),
      unauditedBytes: limit("maxUnauditedBytes", 4 * (limits.maxChangesBytes ?? retention.bytes)),
      undeliveredBytes: limit("maxUndeliveredBytes", 4 * (limits.maxChangesBytes ?? retention.bytes)),
    },
    longLists: limits.maxLongLists === undefined ? undefined : limit("maxLongLists", 1),
    failed: (error) => log.error({ err: error }, "background work of the database failed"),
  };
}

type CountName =
  | "listBytesPerSecond"
  | "maxLongLists"
  | "maxChanges"
  | "maxChangesBytes"
  | "maxUnauditedBytes"
  | "maxUndeliveredBytes";

function readNumber(name: string, environment: Environment): number | undefined {
  const text = environment[name];
  if (text === undefined || text === "") return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new ConfigurationError(`${name} must be a whole number, not ${JSON.stringify(text)}.`);
}

function assertAtLeast(value: number, least: number, name: string): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new ConfigurationError(`${name} must be a whole number of at least ${least}, not ${value}.`);
}
