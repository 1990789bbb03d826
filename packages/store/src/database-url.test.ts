import { describe, expect, it } from "vitest";
import { parseDatabaseUrl } from "./database-url.js";

describe("parseDatabaseUrl", () => {
  it.each([
    [":memory:", ":memory:"],
    ["memory:", ":memory:"],
    ["file:./data.db", "./data.db"],
    ["file:data.db", "data.db"],
    ["file:///var/lib/my%20data.db", "/var/lib/my data.db"],
    ["file://localhost/var/data.db", "/var/data.db"],
    ["file:///C:/data/x.db", "C:/data/x.db"],
    ["/var/lib/data.db", "/var/lib/data.db"],
    ["data.db", "data.db"],
    ["C:\\data\\x.db", "C:\\data\\x.db"],
  ])("takes %s for an SQLite file", (url, file) => {
    expect(parseDatabaseUrl(url)).toEqual({ engine: "sqlite", file });
  });

  it.each(["postgresql://user:secret@localhost/db", "postgres://localhost/db", "POSTGRESQL://localhost/db"])(
    "takes %s",
    (url) => {
      expect(parseDatabaseUrl(url)).toEqual({ engine: "postgresql", url, hostUrls: [url] });
    },
  );

  it.each([
    ["postgresql://h/db?schema=Team%20%22A%22&sslmode=disable", 'Team "A"'],
    ["postgresql://h/db?sslmode=disable&schema=a+b#c?schema=d", "a b"],
    ["postgresql://h/db?schema=日本", "日本"],
  ])("takes the schema of %s", (url, schema) => {
    expect(parseDatabaseUrl(url)).toEqual({ engine: "postgresql", url, hostUrls: [url], schema });
  });

  it.each([
    ["schema=", "has no name"],
    ["schema=a&schema=b", "is one of several"],
    ["schema=pg_temp", "is reserved"],
    ["schema=information_schema", "is reserved"],
    ["schema=%24user", "is a placeholder"],
    ["schema=a%00", "has a NUL"],
    [`schema=${"ä".repeat(32)}`, "is longer than 63 bytes"],
  ])("refuses %s", (query, problem) => {
    const url = `postgresql://user:secret@h/db?${query}`;
    expect(() => parseDatabaseUrl(url)).toThrow(problem);
    expect(() => parseDatabaseUrl(url)).not.toThrow(/secret/);
  });

  it.each(["mysql://user:secret@host/db", "sqlite:data.db", "", "file:"])("refuses %j without repeating it", (url) => {
    expect(() => parseDatabaseUrl(url)).toThrow(TypeError);
    expect(() => parseDatabaseUrl(url)).not.toThrow(/secret/);
  });
});
