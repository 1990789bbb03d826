import { setImmediate } from "node:timers/promises";

import type { Model, ProjectModel } from "../../model/model.js";
import { ownTemplate } from "../../render/own-templates.js";
import { type NumberedText, remaining } from "../../thread/numbered-texts.js";
import { SecondThread } from "../../thread/second-thread.js";
import type { AsyncEmitter } from "../emitter.js";
import { isWanted, modelFiles } from "../model-files.js";
import { createValidatorWriter, validatorEmitter, validatorPath } from "./emit-validator.js";

/**
 * Validators in the second thread where there are many: compiling their schemas takes as long as making everything else, which goes on
 * meanwhile. The files are those of {@link validatorEmitter}.
 */
export function threadedValidatorEmitter(thread: SecondThread): AsyncEmitter {
  return {
    name: validatorEmitter.name,
    emit(project, context) {
      const wanted = project.models.filter((model) => isWanted(model, context));
      const isSmall = !SecondThread.isWorthwhile(wanted.length);
      // A thread knows nothing of the plugin's own templates.
      if (isSmall || ownTemplate("validator") !== undefined) return validatorEmitter.emit(project, context);
      return sharedTexts(thread, project, wanted).then((texts) =>
        modelFiles(project, context, (model) => ({
          path: validatorPath(model, context),
          contents: texts.get(model) ?? "",
        })),
      );
    },
  };
}

/**
 * The texts of the validators of some of a project's models. The thread and this one take the next model from one count until none is left,
 * this one whenever it has nothing else to do, so that both end together.
 */
async function sharedTexts(
  thread: SecondThread,
  project: ProjectModel,
  wanted: readonly Model[],
): Promise<ReadonlyMap<Model, string>> {
  const positions = new Map(project.models.map((model, at) => [model, at]));
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const task = { project, wanted: wanted.map((model) => positions.get(model) ?? -1), next };
  const [theirs, ours] = await Promise.all([thread.ask("validators", task), textsWhenIdle(project, wanted, next)]);
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
  let writer: ReturnType<typeof createValidatorWriter> | undefined;
  for (const [at, model] of remaining(wanted, next)) {
    writer ??= createValidatorWriter(project);
    texts.push([at, writer(model)]);
    await setImmediate();
  }
  return texts;
}
