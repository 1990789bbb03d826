import { parentPort, workerData } from "node:worker_threads";
import type { StoredModel } from "../stored-model.js";
import { openWriter } from "./open-database.js";
import { packError } from "./packed-error.js";
import { batchRunner, type SettledWrite } from "./write-batch.js";
import {
  unpackJobs,
  type PackedOutcome,
  type PackedOutcomes,
  type WriterAnswer,
  type WriterData,
  type WriterRequest,
} from "./write-protocol.js";

/** Writes on a thread of its own: a commit waits for the disk, and the thread that serves is not to wait with it. */
function serveWrites({ file }: WriterData, port: NonNullable<typeof parentPort>): void {
  const database = openWriter(file);
  const run = batchRunner(database);
  const models = new Map<number, StoredModel>();

  const modelOf = (number: number): StoredModel => {
    const model = models.get(number);
    if (model === undefined) throw new Error("A write is for a model that the writer does not know");
    return model;
  };

  const answer = (request: WriterRequest): PackedOutcomes => {
    if ("close" in request) {
      database.close();
      return { outcomes: [], milliseconds: 0 };
    }
    for (const [number, model] of request.batch.models) models.set(number, model);
    const start = performance.now();
    const outcomes = run(unpackJobs(request.batch, modelOf)).map(packOutcome);
    return { outcomes, milliseconds: performance.now() - start };
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

function packOutcome(settled: SettledWrite): PackedOutcome {
  return "error" in settled ? { error: packError(settled.error) } : settled;
}

if (parentPort === null) throw new Error("This module is the start of a worker thread");
serveWrites(workerData as WriterData, parentPort);
