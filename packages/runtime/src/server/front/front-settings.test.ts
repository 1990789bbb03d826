import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../../error/configuration-error.js";
import type { CorsOptions } from "./cors-options.js";
import { readFrontSettings, type FrontOptions } from "./front-settings.js";

const read = (options: FrontOptions, environment: Record<string, string> = {}) =>
  readFrontSettings(options, environment);
const nothing = { cors: undefined, hosts: undefined, basePath: "", isTrusted: undefined };

describe("the settings of a server's front", () => {
  it("are off by default; a variable set to nothing counts as not set", () => {
    expect(read({})).toEqual(nothing);
    const empty = { CMGEN_CORS_ORIGINS: "", CMGEN_HOSTS: " ", CMGEN_BASE_PATH: "", CMGEN_TRUSTED_PROXIES: "" };
    expect(read({}, empty)).toEqual(nothing);
  });

  it("come from the environment, and options win", () => {
    const environment = {
      CMGEN_CORS_ORIGINS: "https://a.example, http://localhost:5173",
      CMGEN_HOSTS: "People.example.com, ::1",
      CMGEN_BASE_PATH: "/people-service",
      CMGEN_TRUSTED_PROXIES: "loopback, 10.0.0.0/8",
    };
    const settings = read({}, environment);
    expect(settings).toMatchObject({ hosts: ["people.example.com", "::1"], basePath: "/people-service" });
    expect([...(settings.cors?.origins ?? [])]).toEqual(["https://a.example", "http://localhost:5173"]);
    expect(["127.0.0.1", "10.1.2.3", "11.0.0.1"].map((address) => settings.isTrusted?.(address, 0))).toEqual([
      true,
      true,
      false,
    ]);
    const options = { cors: { origins: "*" as const }, hosts: ["b"], basePath: "/", trustedProxies: ["::1"] };
    expect(read(options, environment)).toMatchObject({ cors: { origins: undefined }, hosts: ["b"], basePath: "" });
  });

  it("let pages of named origins send cookies, and never those of all", () => {
    expect(read({ cors: { origins: ["https://a.example"] } }).cors?.credentials).toBe(true);
    expect(read({ cors: { origins: ["https://a.example"], credentials: false } }).cors?.credentials).toBe(false);
    expect(read({}, { CMGEN_CORS_ORIGINS: "*" }).cors?.credentials).toBe(false);
  });

  it.each<[Partial<CorsOptions>, RegExp]>([
    [{ origins: ["https://a.example/"] }, /^cors\.origins: "https:\/\/a\.example\/" .* Write https:\/\/a\.example\.$/],
    [{ origins: ["https://a.example/console"] }, /Write https:\/\/a\.example\.$/],
    [{ origins: ["https://A.example"] }, /Write https:\/\/a\.example\.$/],
    [{ origins: ["https://a.example:443"] }, /Write https:\/\/a\.example\.$/],
    [{ origins: ["a.example"] }, /scheme, host and port/],
    [{ origins: ["localhost:5173"] }, /scheme, host and port/],
    [{ origins: [""] }, /scheme, host and port/],
    [{ origins: ["null"] }, /sandboxed/],
    [{ origins: ["https://*.example.com"] }, /wildcard/],
    [{ origins: ["*", "https://a.example"] }, /stand alone/],
    [{ origins: "*", credentials: true }, /credentials/],
    [{ origins: ["https://a.example"], exposedHeaders: ["X-A, X-B"] }, /not the name of a header/],
    [{ origins: ["https://a.example"], maxAgeSeconds: -1 }, /maxAgeSeconds/],
  ])("refuse cors of %j", (cors, message) => {
    expect(() => read({ cors: { origins: [], ...cors } })).toThrow(ConfigurationError);
    expect(() => read({ cors: { origins: [], ...cors } })).toThrow(message);
  });

  it("know the origins of apps and extensions, which are not the web's", () => {
    const origins = ["capacitor://localhost", "chrome-extension://abcdefghijklmnop"];
    expect([...(read({ cors: { origins } }).cors?.origins ?? [])]).toEqual(origins);
    expect(() => read({ cors: { origins: ["capacitor://localhost/"] } })).toThrow(/not an origin/);
  });

  it.each(["CMGEN_CORS_ORIGINS", "CMGEN_HOSTS", "CMGEN_TRUSTED_PROXIES"])("refuse %s with a comma too many", (name) => {
    expect(() => read({}, { [name]: "https://a.example,," })).toThrow(`${name} has an empty value`);
  });

  it.each(["https://a.example", "a.example:80", "a.example/b", "*.example.com", "", ".", "a b", "[::1]:80"])(
    "refuse the host %j",
    (host) => {
      expect(() => read({ hosts: [host] })).toThrow(/hosts \(CMGEN_HOSTS\) must have names/);
    },
  );

  it.each(["people", "/people/", "//people", "/a//b", "/a/../b", "/.", "/a?b", "/%61", "https://a/b", "/a b"])(
    "refuse the base path %j",
    (basePath) => {
      expect(() => read({ basePath })).toThrow(/basePath \(CMGEN_BASE_PATH\) must be a path/);
    },
  );

  it.each(["/apis", "/apis/v2", "/docs", "/healthz", "/controllers", "/console"])(
    "refuse the base path %j, which the service has",
    (basePath) => {
      expect(() => read({ basePath })).toThrow(/path of the service's own/);
    },
  );

  it.each(["proxy.example.com", "10.0.0.0/33", "all"])("refuse the trusted proxy %j", (proxy) => {
    expect(() => read({ trustedProxies: [proxy] })).toThrow(/trustedProxies \(CMGEN_TRUSTED_PROXIES\): /);
  });
});
