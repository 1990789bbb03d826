/** A list that takes more effort or time than it may here. */
export class TooMuchError extends Error {
  override readonly name = "TooMuchError";
}
