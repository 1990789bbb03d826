/** The migrations that are there cannot be understood or continued. The message says which and how to mend it. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}
