import process from "node:process";

import { projectKeys } from "../emit/model-keys.js";
import type { ProjectModel } from "../model/model.js";
import { type CheckConfig, checkContext, type CheckParts } from "../check/check-context.js";
import { hasPackageTags } from "../check/without-package-misfits.js";

/** The models that an earlier run found nothing wrong with. */
export interface SoundModels {
  /** What it checked them by; see {@link checkedBy}. */
  readonly by: string;
  /** Their keys; see {@link projectKeys}. */
  readonly keys: Pick<ReadonlySet<string>, "has">;
}

/** What rules go by beside the models: the config, and what this Node.js takes for a pattern. */
export function checkedBy({ reservedGroupSuffixes }: CheckConfig): string {
  return JSON.stringify([process.version, reservedGroupSuffixes]);
}

/**
 * The models and types that rules have to look at one by one: not those that are what an earlier run looked at, with all that they lead to.
 *
 * @param project One that was read without a complaint.
 */
export function openParts(project: ProjectModel, config: CheckConfig, sound: SoundModels): CheckParts {
  if (sound.by !== checkedBy(config)) return project;
  const { ofModels, typesOf } = projectKeys(project);
  const isSound = (key: string | undefined): boolean => key !== undefined && sound.keys.has(key);
  const models = project.models.filter((model) => !isSound(ofModels.get(model)));
  const open = new Set(models);
  const done = new Set(project.models.flatMap((model) => (open.has(model) ? [] : (typesOf.get(model) ?? []))));
  return { models, types: project.types.filter(({ name }) => !done.has(name)) };
}

/** By what the next run may go on from these parts in which nothing was wrong; `""` where tags of packages are among them: what these may say depends on all models. */
export function soundBy(project: ProjectModel, config: CheckConfig, parts: CheckParts): string {
  return hasPackageTags(checkContext(project, config, parts)) ? "" : checkedBy(config);
}
