/** Objects that are too large to be held at once. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}
