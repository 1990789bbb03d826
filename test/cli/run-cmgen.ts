import { main } from "cmgen/main";

/** How a command ended, and what it printed. */
export interface CommandOutcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

export interface CommandSetting {
  readonly workingFolder: string;
  /** What is on standard input. */
  readonly input?: string;
  /** Interrupts the command, as Ctrl-C does. */
  readonly signal?: AbortSignal;
  /** Called with each text that is written. */
  readonly onOutput?: (out: string) => void;
}

/** Runs a command line in this process. */
export async function runCmgen(args: readonly string[], setting: CommandSetting): Promise<CommandOutcome> {
  let out = "";
  let error = "";
  const code = await main(args, {
    workingFolder: setting.workingFolder,
    columns: 100,
    color: false,
    now: () => new Date(),
    interrupted: () => setting.signal ?? new AbortController().signal,
    input: async () => setting.input ?? "",
    async *inputBytes() {
      yield Buffer.from(setting.input ?? "");
    },
    out: (text) => {
      out += text;
      setting.onOutput?.(out);
    },
    error: (text) => (error += text),
  });
  return { code, out, error };
}
