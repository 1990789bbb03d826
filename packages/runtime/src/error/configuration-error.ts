/** A mistake in the server's configuration. Its message says how to fix it, and is printed without a stack. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}
