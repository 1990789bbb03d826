/** A text that is no document: where reading stopped is in the message. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
}
