import type { ServerResponse } from "node:http";

/** A `Vary` with these fields and those that the answer already has. Replacing it would lose `Origin`. */
export function joinVary(response: ServerResponse, fields: string): string {
  const known = response.getHeader("vary");
  return known === undefined ? fields : `${String(known)}, ${fields}`;
}
