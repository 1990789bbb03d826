/** A list that takes more than it may where it was tried. */
export class TooMuchError extends Error {
  override readonly name = "TooMuchError";
}
