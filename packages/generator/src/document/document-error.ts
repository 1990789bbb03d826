/** No client can be made of an OpenAPI document. The message says what is wrong and what to do, in whole sentences. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
}
