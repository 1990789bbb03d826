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
  /** What somebody at the terminal answers to each question; questions are among what is printed. Absent: nobody is there. */
  readonly answer?: string;
  /** Interrupts the command, as Ctrl-C does. */
  readonly signal?: AbortSignal;
  /** Called with each text that is written. */
  readonly onOutput?: (out: string) => void;
}

/** Runs a command line in this process. */
export async function runCmgen(args: readonly string[], setting: CommandSetting): Promise<CommandOutcome> {
  let out = "";
  let error = "";
  const { answer } = setting;
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
    ...(answer !== undefined && {
      ask: async (question: string) => {
        out += question;
        return answer;
      },
    }),
    out: (text) => {
      out += text;
      setting.onOutput?.(out);
    },
    error: (text) => (error += text),
  });
  return { code, out, error };
}
