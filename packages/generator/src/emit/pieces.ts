/** A text that one model or type brought into a file, and what it was made from. */
export interface Piece {
  readonly key: string;
  readonly text: string;
}

/** The texts of the last run's file, by what they were made from. */
export type LastPieces = (key: string) => string | undefined;

/**
 * Puts a file together from pieces, and takes those from the last run that still hold. A piece may depend on nothing that its key does
 * not cover.
 */
export class Pieces {
  readonly #last: LastPieces | undefined;
  readonly #placed: Piece[] = [];

  constructor(last?: LastPieces) {
    this.#last = last;
  }

  /** The text for a key: the last run's, or a new one. Without a key it is made each time. */
  text(key: string | undefined, make: () => string): string {
    return (key === undefined ? undefined : this.#last?.(key)) ?? make();
  }

  /** As {@link text}, for the piece that comes next in the file. */
  place(key: string | undefined, make: () => string): string {
    const text = this.text(key, make);
    if (key !== undefined && text !== "") this.#placed.push({ key, text });
    return text;
  }

  /** What was placed, in the file's order. */
  get placed(): readonly Piece[] {
    return this.#placed;
  }
}
