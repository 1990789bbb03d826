import { workerData } from "node:worker_threads";
import { answerRequests } from "./thread.js";
import { type WorkerData, WorkerTasks } from "./worker-tasks.js";
import type { WorkerQuestion } from "./worker-thread.js";

/** Reads or writes a database in a file on a separate thread, so that what takes long does not block the main thread. */
const tasks = new WorkerTasks(workerData as WorkerData);

answerRequests(({ ask, input, id }: WorkerQuestion & { readonly id: number }) => {
  // TypeScript does not relate the type of a task to that of its input, which `askWorker` has checked.
  const task = tasks[ask].bind(tasks) as (input: unknown, id: number) => unknown;
  return task(input, id);
});
