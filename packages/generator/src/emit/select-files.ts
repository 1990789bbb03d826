import { closestName } from "@cmgen/model/closest-name";
import type { Model, ProjectModel } from "../model/model.js";
import type { EmittedFile } from "./emit.js";

/** `only` names neither an emitter nor a model. The message is a sentence for the user. */
export class SelectionError extends Error {
  override readonly name = "SelectionError";
}

/** Whether a run is about a file. */
export type Selects = (file: Pick<EmittedFile, "emitter" | "model">) => boolean;

/**
 * What `only` selects: all files of an emitter, and the own files of a model.
 *
 * @param only Names of emitters, and kinds, plurals or singulars of models, in any case.
 * @throws {SelectionError} where one is the name of nothing.
 */
export function selectFiles(only: readonly string[], { models }: ProjectModel, emitters: readonly string[]): Selects {
  const selectedEmitters = new Set<string>();
  const selectedModels = new Set<Model>();
  for (const name of only) {
    const ofName = models.filter((model) => namesOf(model).some((own) => own.toLowerCase() === name.toLowerCase()));
    if (!emitters.includes(name) && ofName.length === 0) throw unknownName(name, models, emitters);
    if (emitters.includes(name)) selectedEmitters.add(name);
    for (const model of ofName) selectedModels.add(model);
  }
  return ({ emitter, model }) => selectedEmitters.has(emitter) || (model !== undefined && selectedModels.has(model));
}

function namesOf({ kind, plural, singular }: Model): readonly string[] {
  return [kind, plural, singular];
}

function unknownName(name: string, models: readonly Model[], emitters: readonly string[]): SelectionError {
  const kinds = [...new Set(models.map(({ kind }) => kind))];
  const meant = closestName(name, [...emitters, ...models.flatMap(namesOf)]);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return new SelectionError(
    `"${name}" is neither an emitter nor a model.${hint} Emitters: ${emitters.join(", ")}. Models: ${kinds.join(", ")}.`,
  );
}
