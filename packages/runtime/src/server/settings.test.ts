import { describe, expect, it } from "vitest";
import { ConfigurationError } from "./configuration-error.js";
import type { ServerOptions } from "./server-options.js";
import { isLoopback, readSettings } from "./settings.js";

const options: ServerOptions = { plugins: [], root: new URL("file:///srv/people/"), name: "people" };

describe("readSettings", () => {
  it("has a default for everything", () => {
    expect(readSettings(options, { PORT: "", HOST: "" })).toEqual({
      host: "127.0.0.1",
      port: 8090,
      databaseUrl: "file:/srv/people/.data/people.db",
      migrate: true,
    });
  });

  it("takes the environment over defaults, and options over both", () => {
    const environment = { PORT: "1", HOST: "::1", CMGEN_DATABASE_URL: ":memory:", CMGEN_MIGRATE: "false" };
    expect(readSettings(options, environment)).toEqual({
      host: "::1",
      port: 1,
      databaseUrl: ":memory:",
      migrate: false,
    });
    const given = { host: "localhost", port: 0, databaseUrl: "file:x", migrate: true };
    expect(readSettings({ ...options, ...given }, environment)).toEqual(given);
  });

  it.each(["-1", "65536", "8o9o", "1.5", " "])("refuses the port %j", (PORT) => {
    expect(() => readSettings(options, { PORT })).toThrow(ConfigurationError);
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
