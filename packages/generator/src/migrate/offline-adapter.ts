import type { DatabaseProvider } from "../config/config.js";

/** How the schema engine takes what may fail, as `@prisma/driver-adapter-utils` spells it. */
interface Ok<T> {
  readonly ok: true;
  readonly value: T;
  map<U>(change: (value: T) => U): Ok<U>;
  flatMap<U>(change: (value: T) => U): U;
}

function ok<T>(value: T): Ok<T> {
  return { ok: true, value, map: (change) => ok(change(value)), flatMap: (change) => change(value) };
}

/**
 * A connection to no database. The schema engine insists on one even to compare two schemas, and asks it for nothing but, on
 * PostgreSQL, the server's version and schema, which it can do without.
 */
function offlineConnection(provider: string) {
  return {
    provider,
    adapterName: "offline",
    queryRaw: () => Promise.resolve(ok({ columnNames: [], columnTypes: [], rows: [] })),
    executeRaw: () => Promise.resolve(ok(0)),
    executeScript: () => Promise.resolve(ok(undefined)),
    startTransaction: () => Promise.reject(new Error("there is no database to start a transaction on")),
    dispose: () => Promise.resolve(ok(undefined)),
    getConnectionInfo: () => ok({ supportsRelationJoins: false }),
  };
}

/** A driver adapter, in the form the schema engine takes, that connects to nothing. */
export function offlineAdapter(database: DatabaseProvider): object {
  const provider = database === "sqlite" ? "sqlite" : "postgres";
  const connect = () => Promise.resolve(ok(offlineConnection(provider)));
  return {
    provider,
    adapterName: "offline",
    connect,
    connectToShadowDb: connect,
    errorRegistry: { consumeError: () => undefined },
  };
}
