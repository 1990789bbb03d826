/**
 * The names generated code may import, by module: the whole of its contract with the packages it runs on. A test holds the
 * table against what the packages export.
 */
export const runtimeSymbols = {
  "@cmgen/runtime/codegen": {
    types: [
      "AccessDefiner",
      "AnyIndexes",
      "EndpointChecks",
      "IndexDescriptor",
      "ModelDefaults",
      "ModelDescriptor",
      "Plugin",
      "PluginResource",
      "RequestHandler",
      "SchemaError",
      "ServerOptions",
      "Service",
      "Violation",
    ],
    values: [
      "accessDefiner",
      "appendErrors",
      "createResourceRouter",
      "declaredConversions",
      "declaredExtract",
      "declaredCheck",
      "declaredSteps",
      "equal",
      "formats",
      "hasOwn",
      "importPlugin",
      "compositeValue",
      "referredNames",
      "repeatedItem",
      "repeatedKey",
      "report",
      "reportUnknown",
      "runServer",
      "ucs2length",
      "unknownNames",
      "violationsOf",
      "writeDefaults",
    ],
  },
  "@cmgen/client": {
    types: ["Batch", "ClientOptions", "EndpointClient", "ListResult", "ResourceClient"],
    values: ["ApiProblem", "createEndpointClient", "createResourceClient", "lazyBatch"],
  },
  "@cmgen/client/batch": {
    types: [],
    values: ["createBatch"],
  },
  "@cmgen/client/react": {
    types: ["ResourceHooks"],
    values: ["createResourceHooks"],
  },
} as const;

export type SymbolModule = keyof typeof runtimeSymbols;

export type SymbolName<From extends SymbolModule> = (typeof runtimeSymbols)[From]["types" | "values"][number];
