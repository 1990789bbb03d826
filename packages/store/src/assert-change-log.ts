/**
 * Fails where the tables were made for an earlier release: every write would. `read` reads the column that those tables lack.
 *
 * @throws {Error} that says what to do; what `read` throws for any other reason.
 */
export async function assertChangeLog(read: () => Promise<unknown>): Promise<void> {
  try {
    await read();
  } catch (cause) {
    if (!(cause instanceof Error) || !/column.*previous/.test(cause.message)) throw cause;
    throw new Error(
      'the table cmgen_changes has no column "previous", which this release needs; run `cmgen generate`, which writes the migration that adds it, and apply that',
      { cause },
    );
  }
}
