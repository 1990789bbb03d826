/** A place in a text; both count from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A document has too many values: to read it would hold up all others. */
export class TooManyValuesError extends Error {
  override readonly name = "TooManyValuesError";
}

/** A text is not a valid document. The message says where parsing stopped. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
  /** Where parsing stopped, if the parser knows it. */
  readonly place: TextPlace | undefined;

  constructor(message: string, { place, ...options }: ErrorOptions & { readonly place?: TextPlace } = {}) {
    super(message, options);
    this.place = place;
  }
}
