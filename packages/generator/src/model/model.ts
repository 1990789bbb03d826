import type { AccessModule, HostedAccess } from "./access-module.js";
import type { IndexedScalar } from "./scalars.js";
import type { ModelShape } from "./model-shape.js";
import type { SourceSpan } from "./source-span.js";
import type { Documentation, NamedType, ObjectReference, Type } from "./type.js";

/** What an index holds; decides the key column's type. */
export type IndexValueType = IndexedScalar;

export interface IndexModel {
  readonly name: string;
  readonly order: "ASC" | "DESC";
  readonly unique: boolean;
  /** Whether the case of texts does not count. */
  readonly ci?: true;
  /** Whether it holds the words of the texts at its path. Its name has `.words` behind that. */
  readonly search?: true;
  /** Of a function's index, whether it returns several values; of a path's, whether a list is there. */
  readonly multi: boolean;
  /** Where values come from: a path into the object, the function at {@link position}, or the reference of the same name. */
  readonly source: "path" | "function" | "reference" | "members";
  /** Segments of the path; empty for a function and for several fields. `*` stands for whatever a list or a record holds, in a reference's. */
  readonly path: readonly string[];
  /** Place in the declaration's `indexes` array, from 0; -1 where it is not in there. */
  readonly position: number;
  /** Of an index of several fields: those fields, in order. Lists are selected and sorted by them, never by the index's own name. */
  readonly members?: readonly IndexMember[];
  /** Absent where a path leads to no scalar, or a function returns values of several types: a check reports it. */
  readonly valueType?: IndexValueType;
  /** Changes with the code that the function runs; part of the index's fingerprint. */
  readonly codeHash?: string;
  /** In a version that objects are not stored as: the storage version's index it is, where that has another name. */
  readonly storedAs?: string;
  /** The path to what the function returns, where that is all it does. */
  readonly returnedPath?: readonly string[];
  /** All values that another function may return, where its type names them. */
  readonly returnedValues?: readonly (string | number | boolean)[];
  /** All texts that it can hold, those of earlier releases too, where types name them. Found once the migrations are known. */
  readonly values?: readonly string[];
  readonly span: SourceSpan;
}

/** A field of an index of several. */
export interface IndexMember {
  /** Name of the field's own index. */
  readonly name: string;
  /** Absent where the model has no such index by the path of a scalar: a check reports it. */
  readonly valueType?: IndexValueType;
  /** Whether the field's own index ignores case, and this one with it. */
  readonly ci?: true;
  readonly path: readonly string[];
}

/** Segments of a place in an object: names of properties, and `null` for whatever a list or a record holds. */
export type ReferencePath = readonly (string | null)[];

/** A property, or the items of a list, that names objects of a model. */
export interface ReferenceModel extends ObjectReference {
  /** Name of the index that holds it: its path, without what stands for items. */
  readonly index: string;
  readonly path: ReferencePath;
  /** How it is cleared: taken out of the object, or set to `null`. Absent where it cannot be. */
  readonly clearedTo?: "nothing" | "null";
  readonly span: SourceSpan;
}

/** What objects of a model were from some migration on. */
export interface EarlierShape {
  /** Ends the names of its types: the migration's day, and its time if it was not the first of the day. */
  readonly suffix: string;
  readonly shape: ModelShape;
}

/** A step of `evolve`, in order. */
export interface StepModel {
  readonly id: string;
  /** What its results must be: the shape of the release that brought it. Absent for the last one, and where it is not known. */
  readonly result?: EarlierShape;
  readonly span: SourceSpan;
}

/** What the storage version of a kind says of the conversion from and to another version. */
export interface ConversionModel {
  readonly version: string;
  /**
   * Changes with the code of the function that makes the storage version's form; part of the fingerprints of indexes. Absent where there is
   * no such function.
   */
  readonly from?: string;
  readonly hasTo: boolean;
  /** Place of the type that its functions are typed with; absent where that has no name. */
  readonly typePlace?: string;
  readonly span: SourceSpan;
}

/** What a model keeps of former versions of its objects. */
export interface HistoryModel {
  /** A duration, as it is written. */
  readonly keep: string;
  readonly versions?: number;
}

/** A field that lists show. */
export interface ColumnModel {
  /** With dots. */
  readonly path: string;
  readonly span: SourceSpan;
}

/** `spec` or `status` of a model. */
export interface ModelPart {
  readonly type: Type;
  readonly required: boolean;
  readonly documentation: Documentation;
  readonly span: SourceSpan;
}

/** A declared resource type: everything emitters know of it. Plain, readonly, JSON-safe. */
export interface Model {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly documentation: Documentation;
  /** File that declares it, relative to the plugin's root. */
  readonly module: string;
  readonly spec?: ModelPart;
  readonly status?: ModelPart;
  readonly statusSubresource: boolean;
  /** What its parts are once they are stored, where that is written down: in what is made of a document. */
  readonly storedTypes?: Readonly<Partial<Record<"spec" | "status", Type>>>;
  /** In what is made of a document: the parts that are answered without fields that are sent. */
  readonly secretParts?: readonly ("spec" | "status")[];
  /** Whether `metadata.lastChangedBy` names the caller that made the last change. */
  readonly lastChangedBy?: true;
  /** What is kept of former versions of objects; absent where nothing is. */
  readonly history?: HistoryModel;
  /** Whether it says that objects of the kind are stored as this version. */
  readonly storage?: true;
  /** Whether this version has no routes. */
  readonly served?: false;
  /** Whether the kind is for the plugin's own code alone. Then no version of it is served. */
  readonly internal?: true;
  /** What to use instead of this version. */
  readonly deprecated?: string;
  /** In the order of declaration; absent where it says nothing of conversions. */
  readonly conversions?: readonly ConversionModel[];
  /** Place of the model's type: file and offset. Absent where the type has no name. */
  readonly typePlace?: string;
  /** Those of tags, the declared ones, then those that references have by themselves. */
  readonly indexes: readonly IndexModel[];
  /** The fields that lists show, in order; absent where the declaration names none. */
  readonly columns?: readonly ColumnModel[];
  /** Absent where there are none. */
  readonly references?: readonly ReferenceModel[];
  /** Whether the declaration has a check of its own. */
  readonly hasCheck: boolean;
  /** How objects that earlier releases stored become objects of this model. */
  readonly steps: readonly StepModel[];
  /** The earlier shapes that the declaration's module names; absent where there are none. Found once the migrations are known. */
  readonly earlier?: readonly EarlierShape[];
  /** The `defineModel` call. */
  readonly span: SourceSpan;
  /** Spans of the attributes' values, by attribute; of what the declaration does not say, that of the model's type. */
  readonly attributeSpans: Readonly<Record<AttributeName, SourceSpan>>;
  /** The attributes that the declaration does not say; absent where it says all of them. */
  readonly derived?: readonly AttributeName[];
}

/** The attributes of a resource type (spec 2.1). */
export type AttributeName = "group" | "version" | "kind" | "plural" | "singular";

/** A module of the plugin's own logic, found by its folder, with the default export that generated code imports. */
export interface LogicModule {
  /** Relative to the plugin's root. */
  readonly module: string;
  /** Its path in the folder of its kind, without an extension: `mail/order-mailer`. */
  readonly name: string;
}

/** A module of hooks, and which model they are of. */
export interface HooksModule extends LogicModule {
  /** Where the model's descriptor is imported from; absent where only running the module would tell. */
  readonly model?: ImportedModel;
}

/** A model's descriptor as a module of the plugin imports it. */
export interface ImportedModel {
  /** The module, relative to the plugin's root, without an extension. */
  readonly module: string;
  /** Its name there. */
  readonly name: string;
  /** Where the hooks say it. */
  readonly span: SourceSpan;
}

/** Models and the named types that they refer to. */
export type HostedModels = Pick<ProjectModel, "models" | "types" | "subscriptions">;

/** A plugin from another package that the service hosts. Its spans stand for the whole package. */
export interface HostedPlugin extends HostedModels {
  /** Name of the package, with its scope. */
  readonly package: string;
  /** The plugin's name: its package's, without a scope. */
  readonly name: string;
  /** Text of its OpenAPI document. */
  readonly openapi: string;
  /** What its host must know of who may do what; absent where it does not say. */
  readonly access?: HostedAccess;
  /** Method and whole path of its endpoints, as access rules name them. */
  readonly endpoints: readonly string[];
}

/** What a typed endpoint takes and answers; each part is absent where its types do not have it. */
export interface EndpointTypesModel {
  readonly body?: ModelPart;
  readonly query?: ModelPart;
  readonly response?: ModelPart;
  /** Of the answer if the handler returns a value; 200 where it is absent. */
  readonly status?: number;
}

export type EndpointMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A text that stands in a source file. */
export interface WrittenText {
  readonly text: string;
  readonly span: SourceSpan;
}

/** A module of a schedule, and what of its times can be read without running it. */
export interface ScheduleModule extends LogicModule {
  readonly every?: WrittenText;
  readonly cron?: WrittenText;
  /** `"unknown"` if there is one that only running the module would tell. */
  readonly timeZone?: WrittenText | "unknown";
}

/** A custom endpoint (spec 4.3), as far as it can be read without running its module. */
export interface EndpointModel {
  readonly method: EndpointMethod;
  /** The path template below the module's `base`. */
  readonly path: string;
  readonly documentation: Documentation;
  /** Absent for an endpoint without types. */
  readonly types?: EndpointTypesModel;
  /** The path. */
  readonly span: SourceSpan;
}

/** A module of endpoints. */
export interface EndpointsModule extends LogicModule {
  /** The path that they are below: `/apis/<group>/<version>`, or one of the plugin's own. Absent where only running the module would tell. */
  readonly base?: string;
  /** Where that path is said. */
  readonly baseSpan?: SourceSpan;
  /** What the config has generated code call the endpoints below this path; absent where it follows from the path. */
  readonly exportedAs?: string;
  /** In the order in which they are written. */
  readonly endpoints: readonly EndpointModel[];
}

/** What the reader makes of a whole plugin: the input of checks and emitters. */
export interface ProjectModel {
  /** The plugin's name: its package's, without a scope. */
  readonly name: string;
  /** The package's version. */
  readonly version: string;
  /** The package's, where it has one. */
  readonly description?: string;
  /** The package's SPDX identifier, where it has one. */
  readonly license?: string;
  /** Sorted by group, version, kind. */
  readonly models: readonly Model[];
  /** Sorted by name. */
  readonly types: readonly NamedType[];
  /** The modules below `src/hooks` with a default export, sorted. */
  readonly hooks: readonly HooksModule[];
  /** The modules below `src/controllers` with a default export, sorted. */
  readonly controllers: readonly LogicModule[];
  /** The modules below `src/schedules` with a default export, sorted. */
  readonly schedules: readonly ScheduleModule[];
  /** The modules below `src/endpoints` with a default export, sorted. */
  readonly endpoints: readonly EndpointsModule[];
  /** Whether there are YAML files in `extensions/`. */
  readonly hasManifests: boolean;
  /** The path from the folder of the compiled `plugin.js` to the plugin's root, with `/`. Default: the one from `plugin.ts`. */
  readonly rootPath?: string;
  /** The module that sets the service up, relative to the plugin's root. */
  readonly server?: string;
  /** Who may do what; absent where the plugin does not say. */
  readonly access?: AccessModule;
  /** Whether other programs can subscribe to changes; absent where they cannot. */
  readonly subscriptions?: true;
  /** Whether the service may serve tenants; absent where it may not. */
  readonly tenants?: true;
  /** The plugins that the service hosts beside this one, in the order of the config; absent where there are none. */
  readonly hosted?: readonly HostedPlugin[];
}
