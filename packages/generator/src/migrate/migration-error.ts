/** The migrations that are there cannot be understood or continued. The message says which and how to fix it. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}
