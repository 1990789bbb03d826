/** What the address of a new object says. */
export interface CreateSearch {
  /** The name of the object that it begins as. */
  readonly from?: string;
}

export function readCreateSearch(given: Readonly<Record<string, unknown>>): CreateSearch {
  const { from } = given;
  return typeof from === "string" && from !== "" ? { from } : {};
}
