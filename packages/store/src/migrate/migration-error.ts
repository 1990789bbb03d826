/** A migration that cannot be applied. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
  readonly migration: string;

  constructor(migration: string, message: string, options?: ErrorOptions) {
    super(`Migration ${migration}: ${message}`, options);
    this.migration = migration;
  }
}
