import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

import type { Model, ProjectModel } from "../../model/model.js";
import type { AsyncEmitter } from "../emitter.js";
import { ownTemplate } from "../../render/own-templates.js";
import { isWanted, modelFiles } from "../model-files.js";
import { validatorEmitter, validatorPath } from "./emit-validator.js";
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

/** The texts of the validators of some of a project's models. */
export async function textsFromThread(
  project: ProjectModel,
  wanted: readonly Model[],
): Promise<ReadonlyMap<Model, string>> {
  const positions = new Map(project.models.map((model, at) => [model, at]));
  const task: ThreadTask = { project, wanted: wanted.map((model) => positions.get(model) ?? -1) };
  const texts = await answerOf(task);
  return new Map(wanted.map((model, at) => [model, texts[at] ?? ""]));
}

function answerOf(task: ThreadTask): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(require.resolve("#validator-thread"), { workerData: task, name: "cmgen-validators" });
    worker.on("message", resolve);
    worker.on("error", reject);
    worker.on("exit", (code) => reject(new Error(`The thread of the validators ended with ${code} and no answer.`)));
  });
}
