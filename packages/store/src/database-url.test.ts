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
      expect(parseDatabaseUrl(url)).toEqual({ engine: "postgresql", url });
    },
  );

  it.each(["mysql://user:secret@host/db", "sqlite:data.db", "", "file:"])("refuses %j without repeating it", (url) => {
    expect(() => parseDatabaseUrl(url)).toThrow(TypeError);
    expect(() => parseDatabaseUrl(url)).not.toThrow(/secret/);
  });
});
