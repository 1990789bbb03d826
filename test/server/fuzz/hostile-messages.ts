import fc, { type Arbitrary } from "fast-check";
import { collection } from "../rule.js";
import { hostileJson, text } from "./hostile-values.js";

const line = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(method(), target(), version()).map((parts) => parts.join(" ")) },
  { weight: 1, arbitrary: text },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "PRI * HTTP/2.0", "GET", "GET  / HTTP/1.1", "get / http/1.1", "\u0016\u0003\u0001"),
  },
);

function method(): Arbitrary<string> {
  return fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE", "QUERY", "SPAM");
}

function target(): Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(collection, `${collection}/fuzz-a`, `${collection}/canary/status`) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "*",
        "//",
        "http://",
        `http://other.example.com${collection}`,
        "example.com:443",
        `${collection}#x`,
        `${collection}?${"a".repeat(9000)}`,
        `/${"../".repeat(2000)}`,
        "\\\\x\\y",
      ),
    },
    { weight: 1, arbitrary: text },
  );
}

function version(): Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant("HTTP/1.1") },
    { weight: 1, arbitrary: fc.constantFrom("HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.1 x", "ICY/1.0", "") },
  );
}

/** Headers that say where a message ends, or what comes next: those that a proxy may understand otherwise. */
const framing = fc.constantFrom(
  "Content-Length: 0",
  "Content-Length: 5",
  "Content-Length: 5, 5",
  "Content-Length: -1",
  "Content-Length: +5",
  "Content-Length: 0x5",
  "Content-Length: 5 5",
  "Content-Length:",
  "Content-Length: 99999999999999999999999",
  "Content-Length: 3145729",
  "Content-Length : 5",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: chunked, chunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding:\tchunked",
  "Transfer-Encoding: \u000bchunked",
  "transfer-encoding: CHUNKED",
  "Connection: close",
  "Connection: keep-alive, upgrade\r\nUpgrade: h2c",
  "Connection: content-length, host",
  "Expect: 100-continue",
  "Expect: 200-ok",
  "Trailer: If-Match",
  "TE: trailers",
);
const header = fc.oneof(
  { weight: 4, arbitrary: framing },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "Host: localhost",
      "Host: localhost",
      "Host: a b",
      "Host: evil.example",
      "Origin: null",
      "Origin: http://localhost",
      "Origin: https://evil.example",
      "Sec-Fetch-Site: cross-site",
      "Sec-Fetch-Site: same-origin",
      "Access-Control-Request-Method: \u0000",
      "Access-Control-Request-Method: DELETE",
      "X-Forwarded-Prefix: //evil.example",
      "Content-Type: application/json",
      "Content-Type: application/merge-patch+json",
      'If-Match: "1"',
      "If-None-Match: *",
      "X-HTTP-Method-Override: DELETE",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("a", ":", ": b", " folded", "a:b\rc: d", "a\u0000: b", `x: ${"y".repeat(70_000)}`),
  },
  { weight: 1, arbitrary: fc.nat({ max: 300 }).map((count) => `${"a:\r\n".repeat(count)}b:`) },
  { weight: 1, arbitrary: text.map((value) => `x: ${value}`) },
);

const chunk = fc.oneof(
  { weight: 4, arbitrary: hostileJson.map((value) => `${Buffer.byteLength(value).toString(16)}\r\n${value}\r\n`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "0\r\n\r\n",
      "0\r\nIf-Match: x\r\n\r\n",
      "5;x=y\r\nhello\r\n",
      "-1\r\n",
      "ffffffffffffffff\r\n",
      "5\nhello\n",
      "zz\r\n",
    ),
  },
);
const body = fc.oneof(
  fc.constant(""),
  hostileJson,
  fc.array(chunk, { maxLength: 3 }).map((chunks) => `${chunks.join("")}0\r\n\r\n`),
  text,
);

const ends = fc.oneof(
  { weight: 8, arbitrary: fc.constant("\r\n") },
  { weight: 1, arbitrary: fc.constantFrom("\n", "\r") },
);

const message = fc
  .record({ line, headers: fc.array(header, { maxLength: 6 }), end: ends, body })
  .map(({ line: first, headers, end, body: rest }) => [first, "Host: localhost", ...headers, "", rest].join(end));

/** What goes over the wire: one message or several, cut off at any place. */
export const hostileMessages: Arbitrary<string> = fc
  .record({
    messages: fc.array(message, { minLength: 1, maxLength: 3 }),
    cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
  })
  .map(({ messages, cut }) => {
    const bytes = messages.join("");
    return cut === null ? bytes : bytes.slice(0, Math.floor(bytes.length * cut));
  });
