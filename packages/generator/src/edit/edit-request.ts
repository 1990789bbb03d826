import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { BrokenModel } from "../evolve/breaking-changes.js";
import type { Json } from "../model/type.js";
import type { FileChange } from "../output/plan-output.js";

/** Which model of a plugin is meant. */
export interface ModelName {
  /** Its kind, its singular or its plural, in any case. */
  readonly model: string;
  /** Its API version, such as `v1`, where the kind has several. */
  readonly apiVersion?: string | undefined;
}

/** A new field, as it is to be declared. */
export interface NewField {
  readonly name: string;
  /** TypeScript. */
  readonly type: string;
  readonly optional: boolean;
  /** Text of its comment; tags may be in it. */
  readonly doc: string;
}

export interface AddModel {
  readonly adds: "model";
  readonly kind: string;
  /** Default: by the rules of English. */
  readonly plural?: string | undefined;
  /** Default: what the plugin's other models have. */
  readonly group?: string | undefined;
  /** Default: what the plugin's other models have, else `v1alpha1`. */
  readonly apiVersion?: string | undefined;
  readonly fields: readonly NewField[];
  /** Whether it has a status, which the service writes. */
  readonly status: boolean;
  readonly doc: string;
}

/** The model of the users who sign in. */
export interface AddUsers extends Pick<AddModel, "group" | "apiVersion"> {
  readonly adds: "users";
}

/** The models of roles and their bindings. */
export interface AddRoles extends Pick<AddModel, "group" | "apiVersion"> {
  readonly adds: "roles";
}

/** The model of subscriptions. */
export interface AddSubscriptions extends Pick<AddModel, "group" | "apiVersion"> {
  readonly adds: "subscriptions";
}

export interface AddField extends ModelName, Omit<NewField, "name"> {
  readonly adds: "field";
  /** From the object: `spec.total`. `[]` behind a segment stands for the items of a list. */
  readonly path: string;
}

export interface AddIndex extends ModelName {
  readonly adds: "index";
  /** From the object: `spec.total`. */
  readonly path: string;
  readonly unique: boolean;
  readonly order?: "ASC" | "DESC" | undefined;
}

export interface AddController extends ModelName {
  readonly adds: "controller";
  readonly name?: string | undefined;
}

export interface AddHook extends ModelName {
  readonly adds: "hook";
}

/** A module that adds to the console's pages of a model. */
export interface AddConsole extends ModelName {
  readonly adds: "console";
}

export interface AddEndpoint extends ModelName {
  readonly adds: "endpoint";
  /** In kebab-case: the file's, and the last segment of the path. */
  readonly name: string;
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly audience: "console" | "user-center" | "public";
}

export interface AddManifest extends ModelName {
  readonly adds: "manifest";
  readonly name?: string | undefined;
  /** Values of fields, by path. */
  readonly values: Readonly<Record<string, Json>>;
}

/** The file that says who may do what. */
export interface AddAccess {
  readonly adds: "access";
}

/** What is to be added to a plugin's sources. */
export type EditRequest =
  | AddAccess
  | AddConsole
  | AddModel
  | AddUsers
  | AddRoles
  | AddSubscriptions
  | AddField
  | AddIndex
  | AddController
  | AddHook
  | AddEndpoint
  | AddManifest;

/** The model that an edit was about. */
export interface EditedModel {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
}

/** An edit of a plugin's sources, as data: nothing is written yet. */
export interface EditPlan {
  readonly changes: readonly FileChange[];
  /** Absent where the edit is about no model. */
  readonly model?: EditedModel;
  /** Problems that the edited sources would have: where some is an error, the edit must not be written. */
  readonly diagnostics: readonly Diagnostic[];
  /** Texts of the files that the problems point into. */
  readonly sources: ReadonlyMap<string, string>;
  /** What is to be done besides, as sentences; absent where there is nothing. */
  readonly notes?: readonly string[];
  /** Of a new field: whether it can be an index. */
  readonly indexable?: boolean;
  /** What the edit breaks of stored objects. */
  readonly broken: readonly BrokenModel[];
}
