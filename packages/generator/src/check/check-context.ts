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

/** What rules look at. */
export interface CheckContext {
  readonly project: ProjectModel;
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

/** The context of a project, the same for all that check it. */
export function checkContext(project: ProjectModel, config: CheckConfig): CheckContext {
  return contextsWith(config)(project);
}

const contextsWith = oncePer((config: CheckConfig) =>
  oncePer((project: ProjectModel) => createCheckContext(project, config)),
);

function createCheckContext(project: ProjectModel, config: CheckConfig): CheckContext {
  const { models, types: named } = project;
  const parts = models.flatMap(({ spec, status }) => [spec, status].flatMap((part) => part?.type ?? []));
  const ofEndpoints = project.endpoints.flatMap(({ endpoints }) => endpoints.flatMap(typesOfEndpoint));
  const types: Type[] = [...parts, ...ofEndpoints, ...named.map(({ type }) => type)];
  // The array grows while it is walked, and the loop goes on to what was added.
  for (const type of types) types.push(...partsOf(type));
  const properties = types.flatMap((type) => (type.shape === "object" ? type.properties : []));
  const values = createValueChecker(project);
  return { project, config, lookup: typeLookup(project), models, named, types, properties, values };
}
