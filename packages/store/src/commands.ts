/**
 * Does a command for another process. Input, what is told meanwhile and the answer are JSON.
 *
 * @param signal aborted when the caller has gone, or when the store closes. Closing waits until the command has ended.
 */
export type CommandHandler = (
  input: unknown,
  call: { readonly tell: (event: unknown) => void; readonly signal: AbortSignal },
) => Promise<unknown>;

/** The commands that a process does for others, by name. */
export type CommandHandlers = Readonly<Record<string, CommandHandler>>;

/** A command for the process that has a database file. */
export interface Command {
  readonly name: string;
  readonly input: unknown;
  /** Called with what the process tells before it answers. */
  readonly told?: (event: unknown) => void;
}
