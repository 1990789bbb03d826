/**
 * Everything that generated code may import from the runtime. A name here is a promise: code from an earlier version of the generator continues
 * to work.
 */
export type { IndexDescriptor, ModelDescriptor } from "./model/model-descriptor.js";
export type { Plugin, PluginResource } from "./plugin/plugin.js";
export { importPlugin } from "./plugin/import-plugin.js";
export type { AnyIndexes } from "@cmgen/model";
export { type AccessDefiner, accessDefiner, type PluginAccess } from "./access/define-access.js";
export type { EndpointChecks } from "./endpoint/endpoint-check.js";
export type { RequestHandler } from "./http/request-handler.js";
export type { ServerOptions } from "./server/server-options.js";
export type { Service } from "./host/service.js";
export { type ModelDefaults, writeDefaults } from "./model/defaults.js";
export { createResourceRouter } from "./http/resource-router.js";
export { declaredConversions } from "./model/declared-conversions.js";
export { declaredCheck, declaredExtract } from "./model/declared.js";
export { declaredSteps } from "./model/declared-steps.js";
export { compositeValue } from "./indexes/composite-value.js";
export { referredNames } from "./model/reference-path.js";
export { runServer } from "./server/run-server.js";
export type { Violation } from "@cmgen/model";
export {
  appendErrors,
  formats,
  hasOwn,
  jsonEqual as equal,
  repeatedItem,
  repeatedKey,
  report,
  reportUnknown,
  ucs2length,
  unknownNames,
  violationsOf,
  type SchemaError,
} from "@cmgen/model/internal";
