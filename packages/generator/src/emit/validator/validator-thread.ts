import { parentPort, workerData } from "node:worker_threads";

import type { ProjectModel } from "../../model/model.js";
import { createValidatorWriter } from "./emit-validator.js";

/** What the thread is started with. */
export interface ThreadTask {
  readonly project: ProjectModel;
  /** Positions of the models whose validators are wanted. */
  readonly wanted: readonly number[];
}

// Boundary: a thread is given whatever its starter has.
const { project, wanted } = workerData as ThreadTask;
const writer = createValidatorWriter(project);
const texts = wanted.map((position) => {
  const model = project.models[position];
  if (model === undefined) throw new RangeError(`The project has no model ${position}.`);
  return writer(model);
});
parentPort?.postMessage(texts);
