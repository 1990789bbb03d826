/** A JSON Patch that cannot be applied: which operation, and why. */
export class PatchError extends Error {
  override readonly name = "PatchError";
  /** JSON Pointer into the patch, of the operation or its member. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}
