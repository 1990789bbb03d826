/** What the address of an object says beside its name. */
export interface ObjectSearch {
  /** Whether the editor is open. */
  readonly edit?: true;
}

export function readObjectSearch(given: Readonly<Record<string, unknown>>): ObjectSearch {
  return String(given["edit"]) === "true" ? { edit: true } : {};
}
