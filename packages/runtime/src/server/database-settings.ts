import { type StoreSettings, defaultSettings } from "@cmgen/store";
import { ConfigurationError } from "../error/configuration-error.js";

/** How a server uses its database: options that win over the environment. */
export interface DatabaseOptions {
  /** About how many connections to a PostgreSQL server, beside two of its own; at least 10. Default `CMGEN_DATABASE_CONNECTIONS`, else 15. */
  readonly databaseConnections?: number;
  /**
   * How long the database may take to connect, to give a lock, and to read or write one object, in milliseconds, before the answer is 503.
   * Default `CMGEN_DATABASE_TIMEOUT_MS`, else 5,000.
   */
  readonly databaseTimeoutMs?: number;
}

/** Bounds of what lists may keep a database busy with. Times in milliseconds. */
export interface ListLimits {
  /** How long a statement of a list may take, and how long a list waits for its turn. Default 30,000. */
  readonly listTimeoutMs: number;
  /** A caller that takes a list of all objects more slowly in the long run is hung up on. Default 262,144. */
  readonly listBytesPerSecond: number;
  /** How long such a caller may pause, or be behind. Default 10,000. */
  readonly listPauseMs: number;
}

/** {@link DatabaseOptions} with what the environment and the defaults say where they are silent. */
export interface DatabaseSettings {
  readonly connections: number;
  readonly timeoutMs: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** One pool of connections for each use, with two connections each. */
const LEAST_CONNECTIONS = 10;

/** @throws {ConfigurationError} saying which setting is wrong and how to fix it. */
export function readDatabaseSettings(options: DatabaseOptions, environment: Environment): DatabaseSettings {
  const { databaseConnections, databaseTimeoutMs } = options;
  const connections = readNumber("CMGEN_DATABASE_CONNECTIONS", environment);
  const timeoutMs = readNumber("CMGEN_DATABASE_TIMEOUT_MS", environment);
  const settings = {
    connections: databaseConnections ?? connections ?? 15,
    timeoutMs: databaseTimeoutMs ?? timeoutMs ?? defaultSettings.timeouts.answerMilliseconds,
  };
  assertAtLeast(settings.connections, LEAST_CONNECTIONS, "databaseConnections (CMGEN_DATABASE_CONNECTIONS)");
  assertAtLeast(settings.timeoutMs, 1, "databaseTimeoutMs (CMGEN_DATABASE_TIMEOUT_MS)");
  return settings;
}

/** What a store is opened with. */
export function storeSettings(
  { connections, timeoutMs }: DatabaseSettings,
  { listTimeoutMs, listBytesPerSecond, listPauseMs }: Partial<ListLimits> = {},
): Pick<StoreSettings, "timeouts" | "pace"> & { readonly connections: number } {
  const { timeouts, pace } = defaultSettings;
  return {
    connections,
    timeouts: { answerMilliseconds: timeoutMs, listMilliseconds: listTimeoutMs ?? timeouts.listMilliseconds },
    pace: {
      bytesPerSecond: listBytesPerSecond ?? pace.bytesPerSecond,
      pauseMilliseconds: listPauseMs ?? pace.pauseMilliseconds,
    },
  };
}

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
