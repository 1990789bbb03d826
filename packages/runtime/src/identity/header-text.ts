import type { AuthenticationRequest } from "../access/authenticator.js";

/** The text of a header; undefined if it is absent, or there more than once. */
export function headerText(headers: AuthenticationRequest["headers"], name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}
