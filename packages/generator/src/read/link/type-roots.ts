import type { EndpointTypesModel, Model, ModelPart } from "../../model/model.js";
import type { Type } from "../../model/type.js";

/** The types of one endpoint, and where `typed<…>()` gives them. */
export interface EndpointTypesReading extends EndpointTypesModel {
  /** Absolute path of the module. */
  readonly file: string;
  /** Where the type argument starts. */
  readonly offset: number;
}

/** What types are read for: everything else is reached from here. */
export interface TypeRoots {
  readonly models: readonly Model[];
  readonly endpoints: readonly EndpointTypesReading[];
}

/** The types at the roots. */
export function rootsOf({ models, endpoints }: TypeRoots): readonly Type[] {
  const parts = [
    ...models.flatMap(({ spec, status }) => [spec, status]),
    ...endpoints.flatMap(({ body, query, response }) => [body, query, response]),
  ];
  return parts.flatMap((part) => part?.type ?? []);
}

/** The roots with `change` applied to their types. */
export function mapRoots({ models, endpoints }: TypeRoots, change: (type: Type) => Type): TypeRoots {
  const part = (given: ModelPart): ModelPart => ({ ...given, type: change(given.type) });
  return {
    models: models.map((model) => ({
      ...model,
      ...(model.spec && { spec: part(model.spec) }),
      ...(model.status && { status: part(model.status) }),
    })),
    endpoints: endpoints.map((endpoint) => ({
      ...endpoint,
      ...(endpoint.body && { body: part(endpoint.body) }),
      ...(endpoint.query && { query: part(endpoint.query) }),
      ...(endpoint.response && { response: part(endpoint.response) }),
    })),
  };
}
