import type { ResolvedConfig } from "../config/resolved-config.js";
import type { Model, ProjectModel } from "../model/model.js";
import { oncePer } from "../model/once-per.js";
import { type TypeLookup, typeLookup } from "../model/type-at-path.js";
import type { NamedType, Property, Type } from "../model/type.js";
import { typesOfEndpoint } from "../model/endpoint-types.js";
import { partsOf } from "../model/map-type.js";
import { createValueChecker, type ValueChecker } from "../validator/value-checker.js";

/** What checks need to know of a config. */
export type CheckConfig = Pick<ResolvedConfig, "reservedGroupSuffixes"> & Partial<Pick<ResolvedConfig, "react">>;

/** The models and named types that rules look at one by one, with what each refers to. */
export type CheckParts = Pick<ProjectModel, "models" | "types">;

/** What rules about single models and types look at. */
export interface PartContext {
  readonly config: CheckConfig;
  readonly lookup: TypeLookup;
  readonly models: readonly Model[];
  /** Named types. */
  readonly named: readonly NamedType[];
  /** Every type in them and in the endpoints, each once, outer ones first. */
  readonly types: readonly Type[];
  /** Every property of every object type among these. */
  readonly properties: readonly Property[];
  readonly values: ValueChecker;
}

/** What rules about a whole project look at. */
export interface CheckContext extends PartContext {
  readonly project: ProjectModel;
}

/**
 * The context of a project, the same for all that check it.
 *
 * @param parts What to look at one by one. Default: all.
 */
export function checkContext(project: ProjectModel, config: CheckConfig, parts: CheckParts = project): CheckContext {
  return contextsWith(config)(project)(parts);
}

const contextsWith = oncePer((config: CheckConfig) =>
  oncePer((project: ProjectModel) => oncePer((parts: CheckParts) => createCheckContext(project, config, parts))),
);

function createCheckContext(
  project: ProjectModel,
  config: CheckConfig,
  { models, types: named }: CheckParts,
): CheckContext {
  const parts = models.flatMap(({ spec, status }) => [spec, status].flatMap((part) => part?.type ?? []));
  const ofEndpoints = project.endpoints.flatMap(({ endpoints }) => endpoints.flatMap(typesOfEndpoint));
  const types: Type[] = [...parts, ...ofEndpoints, ...named.map(({ type }) => type)];
  // The array grows while it is walked, and the loop goes on to what was added.
  for (const type of types) types.push(...partsOf(type));
  const properties = types.flatMap((type) => (type.shape === "object" ? type.properties : []));
  const values = createValueChecker(project);
  return { project, config, lookup: typeLookup(project), models, named, types, properties, values };
}
