import type { ReactNode } from "react";

/** What the extensions of a plugin can name. The generated `console.ts` has them of the plugin's models. */
export interface ConsoleNames {
  /** Objects by the name of their model. */
  readonly resources: Readonly<Record<string, object>>;
}

/** What a plugin adds to the console. */
export interface ConsoleExtension<Names extends ConsoleNames> {
  readonly resources?: {
    readonly [Plural in keyof Names["resources"]]?: ResourceExtension<Names["resources"][Plural]>;
  };
  readonly pages?: readonly PageExtension[];
}

/** What is added to the pages of one model. */
export interface ResourceExtension<Stored> {
  /** How lists show a field, by its path from the object: `spec.age`. */
  readonly columns?: ByField<Stored, ColumnKind>;
  /** What a field is edited by in the form of an object, by its path: `spec.color`. */
  readonly fields?: ByField<Stored, FieldKind>;
  /** What is shown with an object, below what the console shows of it. */
  readonly panels?: readonly PanelExtension<Stored>[];
}

export interface ColumnExtension<Stored, Value> {
  /** What stands in the column's head. Default: the name of the field. */
  readonly title?: string;
  readonly cell: (props: CellProps<Stored, Value>) => ReactNode;
}

export interface CellProps<Stored, Value> {
  readonly object: Stored;
  /** Undefined where the object has none. */
  readonly value: Value | undefined;
}

export interface FieldProps<Value> {
  /** Undefined where the object has none. */
  readonly value: Value | undefined;
  /** Takes another value; `undefined` removes the field. */
  readonly onChange: (value: Value | undefined) => void;
  /** For the element that is edited: the console's label leads to it. */
  readonly id: string;
  readonly isDisabled: boolean;
}

export interface PanelExtension<Stored> {
  readonly title: string;
  readonly panel: (props: { readonly object: Stored }) => ReactNode;
}

export interface PageExtension {
  /** The last part of its address: lower-case letters, digits and hyphens. */
  readonly path: string;
  /** What the navigation calls it. */
  readonly title: string;
  readonly page: () => ReactNode;
}

/** What can be given for each field. */
interface Kinds<Stored, Value> {
  readonly column: ColumnExtension<Stored, Value>;
  readonly field: (props: FieldProps<Value>) => ReactNode;
}
type ColumnKind = "column";
type FieldKind = "field";

/** By the path of a field: members of the spec and of the status are checked and have their type, those below them are any. */
type ByField<Stored, Kind extends ColumnKind | FieldKind> = Part<Stored, "spec", Kind> &
  Part<Stored, "status", Kind> & { readonly [Path in Deeper<Stored>]?: Kinds<Stored, unknown>[Kind] };

type Part<Stored, Name extends "spec" | "status", Kind extends ColumnKind | FieldKind> = {
  readonly [Member in keyof Inner<Stored, Name> & string as `${Name}.${Member}`]?: Kinds<
    Stored,
    NonNullable<Inner<Stored, Name>[Member]>
  >[Kind];
};

type Inner<Stored, Name extends "spec" | "status"> = Stored extends { readonly [Key in Name]?: infer Value }
  ? NonNullable<Value>
  : never;

type Deeper<Stored> =
  | `spec.${keyof Inner<Stored, "spec"> & string}.${string}`
  | `status.${keyof Inner<Stored, "status"> & string}.${string}`;

/** What a module in `src/console` exports: the console reads what is in it, which another release may have written. */
export interface DefinedExtension {
  readonly models: ExtensionModels;
  readonly extension: object;
}

/** The models that an extension is about, by the name that it has for each. */
export type ExtensionModels = Readonly<
  Record<string, { readonly group: string; readonly version: string; readonly plural: string }>
>;

/** Defines what a plugin adds to the console. A module in `src/console` exports the result. */
export type ConsoleDefiner<Names extends ConsoleNames> = (extension: ConsoleExtension<Names>) => DefinedExtension;

/** Makes the `defineConsole` of a plugin; generated code calls it. */
export function consoleDefiner<Names extends ConsoleNames>(models: ExtensionModels): ConsoleDefiner<Names> {
  return (extension) => ({ models, extension });
}
