import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";

import type { Model, ProjectModel } from "../../model/model.js";
import type { AsyncEmitter } from "../emitter.js";
import { ownTemplate } from "../../render/own-templates.js";
import { isWanted, modelFiles } from "../model-files.js";
import { createValidatorWriter, validatorEmitter, validatorPath } from "./emit-validator.js";
import { type NumberedText, remaining } from "./numbered-texts.js";
import type { ThreadTask } from "./validator-thread.js";

const require = createRequire(import.meta.url);

/** From this many models on a thread is worth its start: it takes as long as some thirty validators. */
const MANY = 100;

/**
 * Validators in a thread of their own where there are many: compiling their schemas takes as long as making everything else, which goes on
 * meanwhile. The files are those of {@link validatorEmitter}.
 */
export const threadedValidatorEmitter: AsyncEmitter = {
  name: validatorEmitter.name,
  emit(project, context) {
    const wanted = project.models.filter((model) => isWanted(model, context));
    // A thread knows nothing of the plugin's own templates.
    const isSmall = wanted.length < MANY || availableParallelism() === 1;
    if (isSmall || ownTemplate("validator") !== undefined) return validatorEmitter.emit(project, context);
    return textsFromThread(project, wanted).then((texts) =>
      modelFiles(project, context, (model) => ({
        path: validatorPath(model, context),
        contents: texts.get(model) ?? "",
      })),
    );
  },
};

/**
 * The texts of the validators of some of a project's models. The thread and this one take the next model from one count until none is left,
 * this one whenever it has nothing else to do, so that both end together.
 */
export async function textsFromThread(
  project: ProjectModel,
  wanted: readonly Model[],
): Promise<ReadonlyMap<Model, string>> {
  const positions = new Map(project.models.map((model, at) => [model, at]));
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const task: ThreadTask = { project, wanted: wanted.map((model) => positions.get(model) ?? -1), next };
  const [theirs, ours] = await Promise.all([answerOf(task), textsWhenIdle(project, wanted, next)]);
  const texts = new Map([...theirs, ...ours]);
  return new Map(wanted.map((model, at) => [model, texts.get(at) ?? ""]));
}

async function textsWhenIdle(
  project: ProjectModel,
  wanted: readonly Model[],
  next: Int32Array,
): Promise<readonly NumberedText[]> {
  const texts: NumberedText[] = [];
  // The writer is made once everything else of this turn is done.
  await setImmediate();
  const writer = createValidatorWriter(project);
  for (const [at, model] of remaining(wanted, next)) {
    texts.push([at, writer(model)]);
    await setImmediate();
  }
  return texts;
}

function answerOf(task: ThreadTask): Promise<readonly NumberedText[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(require.resolve("#validator-thread"), { workerData: task, name: "cmgen-validators" });
    worker.on("message", resolve);
    worker.on("error", reject);
    worker.on("exit", (code) => reject(new Error(`The thread of the validators ended with ${code} and no answer.`)));
  });
}
