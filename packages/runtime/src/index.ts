export { ApiError, type ApiErrorOptions, type ProblemExtras } from "./error/api-error.js";
export { selector, skip, valuesOf, type ValuesOf, type Violation } from "@cmgen/model";
export type { ExtensionObject, IndexDescriptor, ModelDescriptor } from "./model/model-descriptor.js";
export { type PublicObject, withoutSecrets } from "./version/without-secrets.js";
export type { OwnCall, Resource } from "./resource/resource.js";
export type { ResourceAccess, TransactionAccess, TransactionResource } from "./resource/resource-access.js";
export type {
  Controller,
  ControllerContext,
  ControllerDefinition,
  Finalizer,
  Reconcile,
  ReconcileContext,
  ReconcileOrGone,
  ReconcileResult,
  Watch,
} from "./controller/controller.js";
export { defineController } from "./controller/define-controller.js";
export { defineSchedule } from "./schedule/define-schedule.js";
export type { Interval, Schedule, ScheduleContext, ScheduleDefinition } from "./schedule/schedule.js";
export { defineHooks, type Hooks, type HooksDefinition } from "./resource/hooks/hooks.js";
export type {
  CheckHookContext,
  CreateOccasion,
  DeleteOccasion,
  HookContext,
  HookSurroundings,
  ResourceReader,
  UpdateOccasion,
  WriteHookContext,
} from "./resource/hooks/hook-context.js";
export {
  defineEndpoints,
  type EndpointClass,
  type EndpointContext,
  type EndpointSource,
  type Endpoints,
  type Handler,
  type Route,
  type TypedHandler,
} from "./endpoint/endpoints.js";
export { consoleApi, publicApi, userCenterApi, type GroupVersion } from "./endpoint/audience.js";
export { typed, type EndpointOptions, type EndpointTypes, type Typed } from "./endpoint/endpoint-types.js";
export { ApiVersion, Delete, Get, Patch, Post, Put } from "./endpoint/annotated-endpoints.js";
export { del, get, patch, post, put, route, type PathHandler, type PathParams } from "./endpoint/template-route.js";
export type { Plugin, PluginResource } from "./plugin/plugin.js";
export { withCallers, withoutAccess } from "./plugin/plugin-in-tests.js";
export type { PluginPhase, PluginStatus } from "./plugin/plugin-state.js";
export type { ManifestMode } from "./manifest/manifest.js";
export { ManifestError, type ManifestProblem } from "./manifest/manifest-error.js";
export type { ProblemResponder } from "./http/problem-responder.js";
export type { RequestHandler } from "./http/request-handler.js";
export type { Authorizer, Decision, RequestAttributes, Verb } from "./host/authorizer.js";
export type {
  AccessDefinition,
  AccessiblePage,
  GeneratedRole,
  ResourceRule,
  ResourceVerb,
  RoleDefinition,
  Subjects,
} from "./access/access-definition.js";
export type { AuthenticationRequest, Authenticator, Identity } from "./access/authenticator.js";
export type { AuditOptions } from "./audit/audit-options.js";
export type { SubscriptionOptions } from "./subscription/subscription-options.js";
export type { ObjectHistory, VersionOptions } from "./resource/history/object-history.js";
export type { HistoryItem, HistoryOptions, HistoryPage } from "./resource/history/read-history.js";
export type { Caller } from "./access/caller.js";
export { oidc, type OidcOptions } from "./access/oidc.js";
export type { OidcSignIn } from "./access/provider-sign-in.js";
export type { OwnIdentities } from "./access/own-identities.js";
export { sessions, type SessionsOptions } from "./identity/sessions.js";
export {
  issueReset,
  setPassword,
  signIn,
  signUp,
  type SignIn,
  type SignUp,
  type UserSession,
} from "./sign-in/accounts-of-plugin.js";
export { tokens } from "./identity/tokens.js";
export { traceHeaders } from "./trace/telemetry.js";
export { createLog, type LogOptions } from "./log/create-log.js";
export { silentLog, type Log, type LogFields, type LogLevel, type LogMethod } from "./log/log.js";
export { ConfigurationError } from "./error/configuration-error.js";
export { defineServer, type ServerDefinition } from "./server/server-options.js";
export type { CorsOptions } from "./server/front/cors-options.js";
export type { FrontOptions } from "./server/front/front-settings.js";
export { runServer } from "./server/run-server.js";
export type { MountedServiceOptions, ServerOptions } from "./server/server-options.js";
export type { NotReady, Service, ServiceLimits } from "./host/service.js";
export type { RunningService } from "./server/open-service.js";
export { mountService, startServer, type MountedService, type RunningServer } from "./server/start-server.js";
export {
  type TenantOptions,
  type TenantPath,
  type TenantRequest,
  tenantByHost,
  tenantByPath,
} from "./server/tenants/tenant-options.js";
export type { Peer } from "./server/in-process-connections.js";
export { createService, type ServiceOptions } from "./server/create-service.js";
export {
  type Database,
  type Migration,
  type Store,
  type StoreSettings,
  openDatabase,
  readMigrations,
} from "@cmgen/store";
