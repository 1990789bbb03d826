import { parentPort, workerData } from "node:worker_threads";

import type { ProjectModel } from "../../model/model.js";
import { createValidatorWriter } from "./emit-validator.js";
import { type NumberedText, remaining } from "./numbered-texts.js";

/** What the thread is started with. */
export interface ThreadTask {
  readonly project: ProjectModel;
  /** Positions of the models whose validators are wanted. */
  readonly wanted: readonly number[];
  /** The number of those that somebody has taken. */
  readonly next: Int32Array;
}

// Boundary: a thread is given whatever its starter has.
const { project, wanted, next } = workerData as ThreadTask;
const writer = createValidatorWriter(project);
const texts: NumberedText[] = [];
for (const [at, position] of remaining(wanted, next)) {
  const model = project.models[position];
  if (model === undefined) throw new RangeError(`The project has no model ${position}.`);
  texts.push([at, writer(model)]);
}
parentPort?.postMessage(texts);
