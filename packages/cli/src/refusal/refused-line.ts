/** The parser cannot follow the command line. `explainRefusal` puts it in words for the user. */
export class RefusedLine extends Error {
  override readonly name = "RefusedLine";
  /** The command that was recognized and its arguments, as `get <resource> [names..]`; empty if there was none. */
  readonly usage: string;

  /** @param said The words of yargs. */
  constructor(said: string, usage: string) {
    super(said);
    this.usage = usage;
  }
}

/** Stands for the words of yargs where only a part of a command was given, or none. */
export const NO_COMMAND = "no command";

/** What yargs is to do when it refuses a line; `usage` is that of the command it is about. */
export function refuse(usage: string): (said: string, error: Error | undefined) => never {
  return (said, error) => {
    // yargs throws errors of its own, too.
    if (error === undefined || error.name === "YError") throw new RefusedLine(error?.message ?? said, usage);
    throw error;
  };
}
