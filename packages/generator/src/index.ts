export { compiledModule } from "./compiled-module.js";
export { defineConfig, type ClientPackage, type Config, type DatabaseProvider } from "./config/config.js";
export type {
  OAuthFlow,
  OAuthFlows,
  OpenApiConfig,
  OpenApiServer,
  SecurityRequirement,
  SecurityScheme,
} from "./config/openapi-config.js";
export { ConfigError } from "./config/config-error.js";
export { findPluginFolder, isPluginFolder } from "./config/find-plugin-folder.js";
export { loadConfig } from "./config-file/load-config.js";
export type { ResolvedConfig } from "./config/resolved-config.js";
export { DocumentError } from "./document/document-error.js";
export { generateClient, type ClientGeneration, type ClientResult } from "./document/generate-client.js";
export type { Diagnostic, Severity } from "./diagnostic/diagnostic.js";
export { printDiagnostic, type PrintOptions } from "./diagnostic/print-diagnostic.js";
export { EditError } from "./edit/edit-error.js";
export { editPlugin } from "./edit/edit-plugin.js";
export type {
  AddAccess,
  AddController,
  AddEndpoint,
  AddField,
  AddHook,
  AddIndex,
  AddManifest,
  AddModel,
  EditedModel,
  EditPlan,
  EditRequest,
  ModelName,
  NewField,
} from "./edit/edit-request.js";
export type { Rename } from "./evolve/answer-text.js";
export type { Break, BrokenModel } from "./evolve/breaking-changes.js";
export type { EmitContext, Emitter, GeneratedFile } from "./emitter/emitter.js";
export { SelectionError } from "./emit/select-files.js";
export { generate } from "./generate.js";
export type { GenerateOptions, GenerateResult, GenerateStatus, Stage } from "./generate-result.js";
export type {
  HooksModule,
  ImportedModel,
  IndexModel,
  IndexValueType,
  LogicModule,
  Model,
  ModelPart,
  ProjectModel,
} from "./model/model.js";
export { RunMemory } from "./run-memory.js";
export { isInnerPath } from "./paths/inner-path.js";
export { pascalCase, uncapitalized } from "./model/name-case.js";
export { resourceNames } from "./model/resource-names.js";
export type { SourcePosition, SourceSpan } from "./model/source-span.js";
export type { Constraints, Documentation, Json, NamedType, Property, Type } from "./model/type.js";
export { MigrationError } from "./migrate/migration-error.js";
export type { OutputStatus } from "./output/output.js";
export { OutputError } from "./output/output-error.js";
export type { FileChange, FileConflict } from "./output/plan-output.js";
export { printDrift } from "./output/print-drift.js";
export { packageFacts, type PackageFacts } from "./read/package-facts.js";
