import type { ServerResponse } from "node:http";

/** A `Vary` of these fields and of those that the answer has already: replacing it would lose `Origin`. */
export function joinVary(response: ServerResponse, fields: string): string {
  const known = response.getHeader("vary");
  return known === undefined ? fields : `${String(known)}, ${fields}`;
}
