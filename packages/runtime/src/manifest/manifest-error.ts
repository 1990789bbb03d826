/** A manifest whose object cannot be created. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";

  /** @param place the file, and where in it. */
  constructor(place: string, message: string, options?: ErrorOptions) {
    super(`${place}: ${message}`, options);
  }
}
