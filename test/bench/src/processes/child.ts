import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A process of its own that answers messages, one at a time. */
export interface Child {
  /** Sends a request and waits for its answer; rejects when the process ends instead. */
  ask<Answer>(request: object): Promise<Answer>;
  /** Ends the process. */
  stop(): Promise<void>;
}

/**
 * Starts a module of this folder's package, which answers by {@link answerMessages}.
 * @param processor the one that it is limited to, from 0 (Linux).
 */
export function startChild(module: string, base: string, processor?: number): Child {
  const limit =
    processor === undefined
      ? {}
      : { execPath: "taskset", execArgv: ["--cpu-list", String(processor), globalThis.process.execPath] };
  const process = fork(fileURLToPath(new URL(module, base)), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    ...limit,
  });
  const ended = new Promise<void>((resolve) => process.once("exit", () => resolve()));
  return {
    ask: (request) => ask(process, request),
    stop: async () => {
      if (process.connected) process.disconnect();
      const late = setTimeout(() => process.kill("SIGKILL"), 20_000);
      await ended;
      clearTimeout(late);
    },
  };
}

type Reply<Answer> = { readonly answer: Answer } | { readonly error: string };

function ask<Answer>(process: ChildProcess, request: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      process.off("message", onMessage).off("exit", onExit);
      finish();
    };
    const onMessage = (message: unknown): void => {
      const reply = message as Reply<Answer>;
      settle(() => ("error" in reply ? reject(new Error(reply.error)) : resolve(reply.answer)));
    };
    const onExit = (code: number | null): void => settle(() => reject(new Error(`A process ended with ${code}`)));
    process.on("message", onMessage).once("exit", onExit);
    process.send(request);
  });
}
