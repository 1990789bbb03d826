import type { Readable, Writable } from "node:stream";

/** The two sides of a person's terminal. */
export interface PromptStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** What a command knows of the world it was called in. */
export interface Terminal {
  /** Absolute path of the folder the command was called in. */
  readonly workingFolder: string;
  /** Absolute path of the config that the command was given. */
  readonly configFile?: string | undefined;
  /** Absolute path of the folder that the user's shell is in, where `--cwd` names another. */
  readonly shellFolder?: string | undefined;
  /** `--cwd` and `--config` as the command was given them, to be repeated in commands that it prints; each behind a blank. */
  readonly placeOptions?: string | undefined;
  /** What npm, pnpm or yarn says of itself where it runs the command: `pnpm/12.0.0 npm/? node/v24.0.0`. */
  readonly userAgent?: string | undefined;
  /** Whether `create-cmgen` was called, which does what `cmgen init` does. */
  readonly isCreate?: boolean | undefined;
  /** Absolute path of the repository a workflow has checked out; absent outside of one. */
  readonly repository?: string | undefined;
  /** Width that lines are to fit in. */
  readonly columns: number;
  /** Whether problems are printed in colour. */
  readonly color: boolean;
  readonly now: () => Date;
  /** From this call on, Ctrl-C (or SIGTERM, or a closed terminal) aborts the returned signal instead of ending the process at once. */
  readonly interrupted: () => AbortSignal;
  /** Asks the user, and returns the line that is typed; absent where nobody is there to answer. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** The same without showing what is typed. */
  readonly askSecret?: ((question: string) => Promise<string>) | undefined;
  /** Where questions with several answers are shown and answered; absent where nobody is there to answer. */
  readonly prompts?: PromptStreams | undefined;
  /** Reads standard input to its end, as UTF-8. */
  readonly input?: (() => Promise<string>) | undefined;
  /** The bytes of standard input, as they come. */
  readonly inputBytes?: (() => AsyncIterable<Uint8Array>) | undefined;
  /** Resolves once what was written can be taken: a command that writes much must not fill the memory with what nobody has read yet. */
  readonly drained?: (() => Promise<void>) | undefined;
  /**
   * Shows one line below everything else, in place of the last one; `""` removes it. Absent where nobody looks: without a terminal, and in CI.
   */
  readonly showProgress?: ((line: string) => void) | undefined;
  /** Writes what the command was asked for. */
  readonly out: (text: string) => void;
  /** Writes what went wrong, and remarks. */
  readonly error: (text: string) => void;
}
