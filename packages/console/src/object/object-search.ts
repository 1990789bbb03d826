/** What the address of an object says beside its name. */
export interface ObjectSearch {
  /** Whether the editor is open. */
  readonly edit?: true;
  /** Whether the history is shown. */
  readonly history?: true;
  /** The versions that are compared, as {@link printVersion} writes them. */
  readonly from?: string;
  readonly to?: string;
}

export function readObjectSearch(given: Readonly<Record<string, unknown>>): ObjectSearch {
  if (String(given["edit"]) === "true") return { edit: true };
  if (String(given["history"]) !== "true") return {};
  const { from, to } = given;
  return { history: true, ...(typeof from === "string" && { from }), ...(typeof to === "string" && { to }) };
}
