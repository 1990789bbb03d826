import { workerData } from "node:worker_threads";
import type { SettledWrite } from "../engine/commit-queue.js";
import type { StoredModel } from "../stored-model.js";
import { fillIndexes } from "./sqlite-index-storage.js";
import { evolveObjects } from "./sqlite-evolution-storage.js";
import { openWriter, type SqliteDatabase } from "./database.js";
import { packError } from "./packed-error.js";
import { executeStatement } from "./statements.js";
import { answerRequests } from "./thread.js";
import { batchRunner } from "./write-batch.js";
import {
  unpackJobs,
  type PackedBatch,
  type PackedOutcome,
  type WriterData,
  type WriterReply,
  type WriterRequest,
} from "./write-protocol.js";

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

  const write = (batch: PackedBatch): WriterReply => {
    for (const [number, model] of batch.models) models.set(number, model);
    return { outcomes: run(unpackJobs(batch, modelOf)).map(packOutcome) };
  };

  answerRequests((request: WriterRequest): WriterReply => {
    if ("batch" in request) return write(request.batch);
    if ("statement" in request) return { rows: relaxed(database, () => executeStatement(database, request.statement)) };
    if ("evolve" in request) return { evolved: relaxed(database, () => evolveObjects(database, request.evolve)) };
    if ("fill" in request) return { clash: relaxed(database, () => fillIndexes(database, request.fill)) };
    database.close();
    return {};
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

function packOutcome(settled: SettledWrite): PackedOutcome {
  return "error" in settled ? { error: packError(settled.error) } : settled;
}

serveWrites(workerData as WriterData);
