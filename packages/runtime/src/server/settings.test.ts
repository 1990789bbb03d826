import { describe, expect, it } from "vitest";
import { defaultSettings } from "@cmgen/store";
import { printValue } from "../log/describe-error.js";
import { silentLog } from "../log/log.js";
import { ConfigurationError } from "../error/configuration-error.js";
import type { ServerOptions } from "./server-options.js";
import { AddressPolicy } from "../subscription/address-policy.js";
import { isLoopback, readSettings } from "./settings.js";
import { storeSettings } from "./database-settings.js";

const front = { cors: undefined, hosts: undefined, basePath: "", isTrusted: undefined };
const options: ServerOptions = { plugins: [], root: new URL("file:///srv/people/"), name: "people" };

describe("storeSettings", () => {
  const database = { connections: 15, timeoutMs: 5000 };

  it("has a default for every limit", () => {
    const { failed: _, ...settings } = storeSettings(database, silentLog);
    const { failed: __, ...defaults } = defaultSettings;
    expect(settings).toEqual(defaults);
  });

  it("takes each limit that is given", () => {
    const lists = { listTimeout: "1ms", listBytesPerSecond: 2, listPause: "3ms", maxLongLists: 4 } as const;
    const log = { changeRetention: "5ms", maxChanges: 6, maxChangesBytes: 7 } as const;
    expect(storeSettings(database, silentLog, { ...lists, ...log })).toMatchObject({
      timeouts: { answerMilliseconds: 5000, listMilliseconds: 1 },
      pace: { bytesPerSecond: 2, pauseMilliseconds: 3 },
      longLists: 4,
      retention: { milliseconds: 5, changes: 6, bytes: 7 },
    });
  });

  it.each([0, -1, 1.5, NaN, Infinity])("refuses the limit %j", (limit) => {
    for (const name of ["maxLongLists", "maxChanges", "listBytesPerSecond"] as const) {
      expect(() => storeSettings(database, silentLog, { [name]: limit })).toThrow(
        new ConfigurationError(`limits.${name} must be a whole number of at least 1, not ${limit}.`),
      );
    }
  });

  it.each([1000, "1000", "0s", "-1s", "1 s", "1e3ms", "s", "", null])("refuses the time %j", (time) => {
    for (const name of ["changeRetention", "listTimeout", "listPause"] as const) {
      expect(() => storeSettings(database, silentLog, { [name]: time })).toThrow(
        new ConfigurationError(
          `limits.${name} must be a duration of at least 1 ms, such as "10s" or "500ms", not ${printValue(time)}.`,
        ),
      );
    }
  });

  it("logs errors of the store's background work", () => {
    const lines: unknown[] = [];
    const error = new Error("disk full");
    storeSettings(database, { ...silentLog, error: (...line) => void lines.push(line) }).failed(error);
    expect(lines).toEqual([[{ err: error }, "background work of the database failed"]]);
  });
});

describe("readSettings", () => {
  it("has a default for everything", () => {
    expect(readSettings(options, { PORT: "", HOST: "" })).toEqual({
      host: "127.0.0.1",
      port: 8090,
      pagesPort: undefined,
      databaseUrl: "file:/srv/people/.data/people.db",
      database: { connections: 15, timeoutMs: 5000 },
      migrate: true,
      front,
      accessLog: false,
      audit: undefined,
      receivers: new AddressPolicy([]),
      logLevel: "info",
    });
  });

  it("takes the environment over defaults, and options over both", () => {
    const environment = { PORT: "1", HOST: "::1", CMGEN_DATABASE_URL: ":memory:", CMGEN_MIGRATE: "false" };
    const pool = {
      CMGEN_DATABASE_CONNECTIONS: "30",
      CMGEN_DATABASE_TIMEOUT: "800ms",
      CMGEN_DATABASE_READ_URL: "postgresql://b/db",
    };
    const log = { CMGEN_ACCESS_LOG: "true", LOG_LEVEL: "WARN" };
    expect(readSettings(options, { ...environment, ...pool, ...log })).toEqual({
      host: "::1",
      port: 1,
      databaseUrl: ":memory:",
      database: { readUrl: "postgresql://b/db", connections: 30, timeoutMs: 800 },
      migrate: false,
      front,
      accessLog: true,
      receivers: new AddressPolicy([]),
      logLevel: "warn",
    });
    const given = { host: "localhost", port: 0, databaseUrl: "file:x", migrate: true, accessLog: false };
    const database = { databaseConnections: 10, databaseTimeout: "1ms", databaseReadUrl: "postgresql://c/db" } as const;
    expect(readSettings({ ...options, ...given, ...database }, { ...environment, ...pool })).toEqual({
      ...given,
      database: { readUrl: "postgresql://c/db", connections: 10, timeoutMs: 1 },
      front,
      receivers: new AddressPolicy([]),
      logLevel: "info",
    });
  });

  it("allows what is named beside public addresses", () => {
    const environment = { CMGEN_SUBSCRIPTIONS_ALLOW: "10.0.0.0/8, 127.0.0.1" };
    const allowed = (given: Partial<ServerOptions>): readonly boolean[] => {
      const { receivers } = readSettings({ ...options, ...given }, environment);
      return ["10.1.1.1", "127.0.0.1", "192.168.0.1"].map((address) => receivers.mayConnect(address));
    };
    expect(allowed({})).toEqual([true, true, false]);
    expect(allowed({ subscriptions: { allow: ["192.168.0.1"] } })).toEqual([false, false, true]);
    expect(() => readSettings(options, { CMGEN_SUBSCRIPTIONS_ALLOW: "localhost" })).toThrow(ConfigurationError);
  });

  it("leaves the level to a log that it is given", () => {
    expect(readSettings({ ...options, log: silentLog }, { LOG_LEVEL: "verbose" }).logLevel).toBeUndefined();
    expect(() => readSettings(options, { LOG_LEVEL: "verbose" })).toThrow(
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "verbose".',
    );
  });

  it.each(["-1", "65536", "8o9o", "1.5", " "])("refuses the port %j", (PORT) => {
    expect(() => readSettings(options, { PORT })).toThrow(ConfigurationError);
  });

  it.each([
    { CMGEN_DATABASE_CONNECTIONS: "7" },
    { CMGEN_DATABASE_CONNECTIONS: "many" },
    { CMGEN_DATABASE_TIMEOUT: "0s" },
    { CMGEN_DATABASE_TIMEOUT: "5" },
  ])("refuses %j", (environment) => {
    expect(() => readSettings(options, environment)).toThrow(ConfigurationError);
  });

  it("refuses a switch that is neither on nor off", () => {
    expect(() => readSettings(options, { CMGEN_MIGRATE: "no" })).toThrow(/CMGEN_MIGRATE must be true or false/);
  });

  it.each(["0.0.0.0", "::", "192.168.1.2", "example.com", "127.example.com", "128.0.0.1"])(
    "guards %s with an authorizer",
    (HOST) => {
      expect(() => readSettings(options, { HOST })).toThrow(/authorizer/);
      const guarded = { ...options, authorizer: () => ({ decision: "allow" as const }) };
      expect(readSettings(guarded, { HOST }).host).toBe(HOST);
    },
  );

  it("knows loopback addresses", () => {
    expect(["127.0.0.1", "127.1.2.3", "::1", "localhost"].every(isLoopback)).toBe(true);
  });
});
