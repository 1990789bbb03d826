/** A text is not a valid document. The message says where parsing stopped. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
}
