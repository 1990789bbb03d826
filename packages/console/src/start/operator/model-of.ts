import type { ControllerState } from "../../api/operator.js";
import type { Model } from "../../api/model.js";

/** The model of what a controller works on; undefined where the service's document does not have it. */
export function modelOf(models: readonly Model[], { resource }: Pick<ControllerState, "resource">): Model | undefined {
  return models.find(({ group, version, plural }) => resource === `${plural}.${group}/${version}`);
}
