import type { TransferListItem } from "node:worker_threads";
import type { Thread } from "./thread.js";
import type { WorkerTasks } from "./worker.js";

type TaskName = keyof WorkerTasks;

/** A task as it is sent to a worker. */
export interface WorkerQuestion {
  readonly ask: TaskName;
  readonly input: unknown;
}

/** A thread with a worker. */
export type WorkerThread = Thread<WorkerQuestion, unknown>;

/** Asks a worker to do a task. */
export async function askWorker<Name extends TaskName>(
  thread: WorkerThread,
  question: { readonly ask: Name; readonly input: Parameters<WorkerTasks[Name]>[0] },
  transfer: readonly TransferListItem[] = [],
): Promise<ReturnType<WorkerTasks[Name]>> {
  // What a task answers is known from its name.
  return (await thread.ask(question, transfer)) as ReturnType<WorkerTasks[Name]>;
}
