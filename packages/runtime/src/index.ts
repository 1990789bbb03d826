export { ApiError, type ApiErrorOptions, type ProblemExtras } from "./error/api-error.js";
export type { ExtensionObject, IndexDescriptor, ModelDescriptor, Violation } from "./model/model-descriptor.js";
export type { ListQuery, Resource, StatusUpdate } from "./resource/resource.js";
export type { ResourceAccess } from "./resource/resource-access.js";
export {
  defineController,
  type Controller,
  type ControllerContext,
  type ControllerDefinition,
  type Reconcile,
  type ReconcileResult,
} from "./controller/controller.js";
export { defineHooks, type Hooks, type HooksDefinition, type HookViolation } from "./hooks/hooks.js";
export type {
  CreateOccasion,
  DeleteOccasion,
  HookContext,
  HookSurroundings,
  ResourceReader,
  UpdateOccasion,
  WriteHookContext,
} from "./hooks/hook-context.js";
export {
  defineEndpoints,
  type EndpointClass,
  type EndpointContext,
  type EndpointSource,
  type Endpoints,
  type Handler,
  type Route,
} from "./endpoint/endpoints.js";
export { ApiVersion, Delete, Get, Patch, Post, Put } from "./endpoint/annotated-endpoints.js";
export { del, get, patch, post, put, route, type PathHandler, type PathParams } from "./endpoint/template-route.js";
export type { Plugin, PluginResource } from "./plugin/plugin.js";
export type { RequestHandler } from "./http/request-handler.js";
export type { Authorizer, Decision, RequestAttributes, Verb } from "./server/authorizer.js";
export { createTextLog, silentLog, type Log, type LogFields } from "./server/log.js";
export { ConfigurationError } from "./server/configuration-error.js";
export { runServer } from "./server/run-server.js";
export type { ServerOptions } from "./server/server-options.js";
export type { NotReady, Service, ServiceLimits } from "./server/service.js";
export { startServer, type RunningServer } from "./server/start-server.js";
export { createService, type ServiceOptions } from "./server/create-service.js";
export type { OpenStoreOptions } from "./store/open-store-options.js";
export { openStore } from "./store/open-store.js";
export type { Store } from "./store/store.js";
