/** A file could not be read or written, or stands where a generated one belongs. The message is a sentence for the user. */
export class OutputError extends Error {
  override readonly name = "OutputError";
  /** Relative to the plugin's root, with `/`. */
  readonly path: string;

  constructor(path: string, message: string, options?: ErrorOptions) {
    super(`${path}: ${message}`, options);
    this.path = path;
  }
}
