import { workerData } from "node:worker_threads";
import type { StoredModel } from "../stored-model.js";
import { openWriter, type SqliteDatabase } from "./database.js";
import { batchRunner, doChore } from "./sqlite-writer.js";
import { execute } from "./statements.js";
import { answerRequests, packError } from "./thread.js";
import {
  unpackJobs,
  type PackedBatch,
  type PackedOutcome,
  type WriterData,
  type WriterQuestion,
} from "./writer-thread.js";

/** Writes on a separate thread: see {@link WriterThread}. */
function serveWrites({ file, busyMilliseconds }: WriterData): void {
  const database = openWriter(file, busyMilliseconds);
  const run = batchRunner(database);
  const models = new Map<number, StoredModel>();

  const modelOf = (number: number): StoredModel => {
    const model = models.get(number);
    if (model === undefined) throw new Error("A write is for a model that the writer does not know");
    return model;
  };

  const write = (batch: PackedBatch): readonly PackedOutcome[] => {
    for (const [number, model] of batch.models) models.set(number, model);
    const settled = run(unpackJobs(batch, modelOf));
    return settled.map((ended) => ("error" in ended ? { error: packError(ended.error) } : ended));
  };

  answerRequests((request: WriterQuestion & { readonly id: number }) => {
    switch (request.ask) {
      case "batch":
        return write(request.batch);
      case "execute":
        return execute(database, request.statement);
      case "chore":
        return relaxed(database, () => doChore(database, request.name, request.input));
      default:
        return void database.close();
    }
  });
}

/** Does not wait for the disk: what a power cut undoes is repeated at the next start. */
function relaxed<Result>(database: SqliteDatabase, work: () => Result): Result {
  database.pragma("synchronous = NORMAL");
  try {
    return work();
  } finally {
    database.pragma("synchronous = FULL");
  }
}

serveWrites(workerData as WriterData);
