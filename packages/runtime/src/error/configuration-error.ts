/** A mistake of who runs the server: its message says how to mend it, and a stack would only hide that. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}
