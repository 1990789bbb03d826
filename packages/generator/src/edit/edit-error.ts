/** The sources cannot be edited as requested. The message is a sentence for the user; a place, where there is one, leads to the source. */
export class EditError extends Error {
  override readonly name = "EditError";
  /** Relative to the plugin's root; lines and columns count from 1. */
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };

  constructor(message: string, place?: EditError["place"]) {
    super(message);
    if (place !== undefined) this.place = place;
  }
}
