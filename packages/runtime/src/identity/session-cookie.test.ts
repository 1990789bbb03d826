import { expect, test } from "vitest";
import { clearSessionCookie, sessionCookie, setSessionCookie } from "./session-cookie.js";

test.each([
  [undefined, undefined],
  ["", undefined],
  ["a=b; c=d", undefined],
  ["cmgen-session=s", "s"],
  ["a=b;cmgen-session=s ;c=d", "s"],
  ["__Host-cmgen-session=t; cmgen-session=s", "t"],
  ["cmgen-session=s; __Host-cmgen-session=t", "t"],
  ["cmgen-session=s; cmgen-session=u", "su"],
  ["xcmgen-session=s", undefined],
  ["cmgen-session", undefined],
  ["__host-cmgen-session=s", undefined],
  ["cmgen-session=a=b", "a=b"],
  [`cmgen-session=${"x".repeat(20_000)}`, undefined],
])("the session of %j", (header, secret) => {
  expect(sessionCookie(header)).toBe(secret);
});

test("a cookie is taken away by the name that it was given by", () => {
  for (const isSecure of [true, false]) {
    const set = setSessionCookie({ secret: "s", isSecure, maxAgeSeconds: 60 });
    const [name = "", ...attributes] = set.split("; ");
    expect(attributes).toEqual(["Path=/", "Max-Age=60", "HttpOnly", "SameSite=Lax", ...(isSecure ? ["Secure"] : [])]);
    expect(clearSessionCookie(isSecure)).toContain(`${name.split("=")[0]}=; Path=/; Max-Age=0;`);
    expect(sessionCookie(name)).toBe("s");
  }
});
