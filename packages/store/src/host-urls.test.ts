import { describe, expect, it } from "vitest";
import { hostName, hostUrls } from "./host-urls.js";

describe("hostUrls", () => {
  it.each<[string, string[]]>([
    ["postgresql://u:p@a/db", ["postgresql://u:p@a/db"]],
    ["postgresql:///db?host=/run/postgresql&user=u", ["postgresql:///db?host=/run/postgresql&user=u"]],
    [
      "postgresql://u:p@a:5432,b:5433/db?schema=x&target_session_attrs=read-write#c",
      [
        "postgresql://u:p@a:5432/db?schema=x&target_session_attrs=read-write#c",
        "postgresql://u:p@b:5433/db?schema=x&target_session_attrs=read-write#c",
      ],
    ],
    ["postgres://a,b", ["postgres://a", "postgres://b"]],
    ["postgres://a,b:1/", ["postgres://a/", "postgres://b:1/"]],
    [
      "postgres://u:p%2C@q,r@[::1]:5432,[fe80::2]/db",
      ["postgres://u:p%2C@q,r@[::1]:5432/db", "postgres://u:p%2C@q,r@[fe80::2]/db"],
    ],
    ["postgresql://u@a:1,[::2]:2/db?port=3", ["postgresql://u@a:3/db", "postgresql://u@[::2]:3/db"]],
    ["postgresql:///db?host=a,b&port=1,2&schema=x", ["postgresql://a:1/db?schema=x", "postgresql://b:2/db?schema=x"]],
    [
      "postgresql://u:p@/db?port=7&host=::1,%2Frun%2Fpg",
      ["postgresql://u:p@[::1]:7/db", "postgresql://u:p@%2Frun%2Fpg:7/db"],
    ],
    ["postgresql://z/db?host=a,b", ["postgresql://a/db", "postgresql://b/db"]],
  ])("splits %s", (url, urls) => {
    expect(hostUrls(url)).toEqual(urls);
  });

  it.each([
    ["postgresql://u:secret@a,/db", "Host 2 "],
    ["postgresql://u:secret@,a/db", "Host 1 "],
    ["postgresql://u:secret@a,b:x/db", "Host 2 "],
    ["postgresql://u:secret@a,b:65536/db", "Host 2 "],
    ["postgresql://u:secret@a,::1/db", "Host 2 "],
    ["postgresql://u:secret,/x@a,b/db", "Host 1 "],
    ["postgresql://u:secret@a,b,c/db?port=1,2", "3 hosts and 2 ports"],
    ["postgresql://u:secret@a,b/db?target_session_attrs=standby", "must be read-write, primary or any"],
    ["postgresql://u:secret@a/db?target_session_attrs=prefer-standby", "must be read-write, primary or any"],
    ["postgresql://u:secret@a/db?target_session_attrs=read-only", "must be read-write, primary or any"],
  ])("refuses %s without repeating the password", (url, problem) => {
    expect(() => hostUrls(url)).toThrow(problem);
    expect(() => hostUrls(url)).not.toThrow(/secret/);
  });

  it.each(["any", "read-write", "primary"])("accepts target_session_attrs=%s", (wanted) => {
    expect(hostUrls(`postgresql://a,b/db?target_session_attrs=${wanted}`)).toHaveLength(2);
  });
});

describe("hostName", () => {
  it.each([
    ["postgresql://u:secret@a/db", "a:5432"],
    ["postgresql://[::1]:1/db", "[::1]:1"],
    ["postgresql://%2Frun%2Fpg:1/db", "/run/pg:1"],
  ])("of %s is %s", (url, name) => {
    expect(hostName(url)).toBe(name);
  });
});
