import { describe, expect, test } from "vitest";
import { formats } from "./formats.js";

type Name = keyof typeof formats;

function holds(name: Name, value: unknown): boolean {
  return (formats[name] as (value: unknown) => boolean)(value);
}

const samples: Readonly<Partial<Record<Name, { good: readonly unknown[]; bad: readonly unknown[] }>>> = {
  "date-time": {
    good: [
      "2024-02-29T23:59:59Z",
      "2024-01-01t00:00:00.123456789z",
      "2000-02-29T00:00:00+23:59",
      "0000-01-01T00:00:00Z",
    ],
    bad: [
      "2023-02-29T00:00:00Z",
      "1900-02-29T00:00:00Z",
      "2024-01-01T24:00:00Z",
      "2024-01-01T23:59:60Z",
      "2024-01-01T00:00:00",
      "2024-01-01 00:00:00Z",
      "2024-1-1T00:00:00Z",
      "2024-13-01T00:00:00Z",
      "",
    ],
  },
  date: { good: ["2024-02-29", "1999-12-31"], bad: ["2024-02-30", "2024-00-01", "2024-04-31", "2024-4-1", "20240401"] },
  time: {
    good: ["00:00:00Z", "23:59:59.5+01:00"],
    bad: ["24:00:00Z", "00:60:00Z", "00:00:00", "00:00Z", "00:00:00+24:00"],
  },
  duration: { good: ["P1Y", "P3Y6M4DT12H30M5S", "PT1S", "P4W"], bad: ["P", "PT", "P1S", "1Y", "P1YT", "P1W1D", ""] },
  email: {
    good: ["ann@example.com", "a.b+c@d-e.f", "x@localhost"],
    bad: ["ann", "@a", "a@", "a@b@c", ".a@b", "a..b@c", "a@-b", `${"a".repeat(65)}@b`, "a b@c", "é@c"],
  },
  hostname: {
    good: ["a", "a.b", "A-1.example", "a".repeat(63)],
    bad: ["", "-a", "a-", "a..b", ".", "a.", "a_b", "a".repeat(64), Array.from({ length: 128 }, () => "a").join(".")],
  },
  ipv4: { good: ["0.0.0.0", "255.255.255.255"], bad: ["256.0.0.0", "1.1.1", "1.1.1.1.1", "01.1.1.1", "1.1.1.1 ", ""] },
  ipv6: {
    good: [
      "::",
      "::1",
      "1::",
      "1:2:3:4:5:6:7:8",
      "1:2:3::7:8",
      "::ffff:192.0.2.1",
      "1:2:3:4:5:6:192.0.2.1",
      "2001:DB8::a",
    ],
    bad: [
      "",
      ":",
      ":::",
      "1::2::3",
      "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9",
      "1:2:3:4::5:6:7:8",
      "12345::",
      "g::",
      "::192.0.2.256",
      "1.2.3.4",
      "192.0.2.1::",
      "fe80::1%eth0",
    ],
  },
  uri: {
    good: [
      "http://example.com/a?b=c#d",
      "urn:cmgen:problem",
      "mailto:a@b.c",
      "http://[2001:db8::1]:80/",
      "a:",
      "http://a/%20",
    ],
    bad: [
      "",
      "example.com",
      "/path",
      "http://a b",
      "http://a/%2",
      "http://a/{b}",
      "http://a#b#c",
      "http://a/[b]",
      "é:a",
      "1a:b",
    ],
  },
  "uri-reference": {
    good: ["", "/path", "a/b", "?q", "#f", "//host/x", "./a:b", "http://a"],
    bad: ["1a:b", "a b", "a#b#c", "\\a", "%zz"],
  },
  uuid: {
    good: ["f81d4fae-7dec-41d0-a765-00a0c91e6bf6", "F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6"],
    bad: [
      "f81d4fae7dec41d0a76500a0c91e6bf6",
      "f81d4fae-7dec-41d0-a765-00a0c91e6bf",
      "{f81d4fae-7dec-41d0-a765-00a0c91e6bf6}",
      "",
    ],
  },
  "json-pointer": { good: ["", "/", "/a/b", "/~0~1", "/a//b"], bad: ["a", "/~", "/~2", "#/a"] },
  regex: { good: ["", "^a+$", "\\p{L}"], bad: ["(", "[", "\\p{Nope}", "a{2,1}"] },
  byte: { good: ["", "aGVsbG8=", "YQ==", "YWJj"], bad: ["a", "YQ=", "YQ", "Y Q=", "YWJj\n", "Y=Q=", "===="] },
  int64: {
    good: ["0", "-1", "9223372036854775807", "-9223372036854775808"],
    bad: ["9223372036854775808", "-9223372036854775809", "-0", "00", "+1", "1.0", "1e3", " 1", "", "1".repeat(10_000)],
  },
  int32: { good: [0, -(2 ** 31), 2 ** 31 - 1], bad: [2 ** 31, -(2 ** 31) - 1, 0.5, Number.NaN] },
};

describe.each(Object.entries(samples))("%s", (name, { good, bad }) => {
  test.each(good)("%j is one", (value) => {
    expect(holds(name as Name, value)).toBe(true);
  });
  test.each(bad)("%j is none", (value) => {
    expect(holds(name as Name, value)).toBe(false);
  });
});

describe("a long text", () => {
  const size = 1_000_000;
  const hostile = ["a", "-", ".", "1", "a.", "1:", "/a", "~", "%41", "a@", "+", "P1Y", "[", "::", "=", "A=="].map(
    (unit) => unit.repeat(size / unit.length),
  );
  const starts = ["", "a@", "http://[", "P", "2024-01-01T00:00:00.", "::"];
  const names = Object.keys(formats).filter((format) => !["int32", "regex"].includes(format)) as Name[];
  // Time that grows with the square of the length would take hours: the test's own limit is enough.
  test.each(names)("is looked at by %s in time", (name) => {
    const answers = hostile.flatMap((text) => starts.map((start) => holds(name, start + text)));
    expect(answers).toHaveLength(hostile.length * starts.length);
  });
});
