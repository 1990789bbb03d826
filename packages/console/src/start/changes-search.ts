import type { ChangesFilter } from "../api/changes.js";

/** Reads which changes an address asks for. */
export function readChangesSearch(given: Readonly<Record<string, unknown>>): ChangesFilter {
  const { actor, resource, name } = given;
  return {
    ...(isText(actor) && { actor }),
    ...(isText(resource) && { resource }),
    ...(isText(name) && { name }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
