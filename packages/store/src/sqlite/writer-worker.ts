import { parentPort, workerData } from "node:worker_threads";
import type { SettledWrite } from "../commit-queue.js";
import type { StoredModel } from "../stored-model.js";
import { fillIndexes } from "./index-filler.js";
import { evolveObjects } from "./object-evolver.js";
import { openWriter, type SqliteDatabase } from "./open-database.js";
import { packError } from "./packed-error.js";
import { executeStatement } from "./sqlite-writer.js";
import { batchRunner } from "./write-batch.js";
import {
  unpackJobs,
  type PackedBatch,
  type PackedOutcome,
  type WriterAnswer,
  type WriterData,
  type WriterReply,
  type WriterRequest,
} from "./write-protocol.js";

/** Writes on a separate thread: see {@link WriterThread}. */
function serveWrites({ file, busyMilliseconds }: WriterData, port: NonNullable<typeof parentPort>): void {
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

  const answer = (request: WriterRequest): WriterReply => {
    if ("batch" in request) return write(request.batch);
    if ("statement" in request) return { rows: relaxed(database, () => executeStatement(database, request.statement)) };
    if ("evolve" in request) return { evolved: relaxed(database, () => evolveObjects(database, request.evolve)) };
    if ("fill" in request) return { clash: relaxed(database, () => fillIndexes(database, request.fill)) };
    database.close();
    return {};
  };

  port.on("message", (request: WriterRequest) => {
    const { id } = request;
    try {
      port.postMessage({ id, answer: answer(request) } satisfies WriterAnswer);
    } catch (error) {
      port.postMessage({ id, error: packError(error) } satisfies WriterAnswer);
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

function packOutcome(settled: SettledWrite): PackedOutcome {
  return "error" in settled ? { error: packError(settled.error) } : settled;
}

if (parentPort === null) throw new Error("This module must be started as a worker thread");
serveWrites(workerData as WriterData, parentPort);
