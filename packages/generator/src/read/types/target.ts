import type { ts } from "ts-morph";

import type { Meaning } from "../names/names.js";
import type { Binding, Environment, Site } from "./site.js";

/** A declared model, as far as a reference to it needs. */
export interface ModelReference {
  readonly kind: string;
  readonly apiVersion: string;
}

export type DeclaredType = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration | ts.EnumMember;

/** What a type reference refers to. */
export type Target =
  | { readonly of: "parameter"; readonly binding: Binding }
  | { readonly of: "model"; readonly model: ModelReference; readonly meaning: Meaning }
  /** A name of the standard library. */
  | { readonly of: "library"; readonly name: string }
  /** A type of @cmgen/model, or of the plugin and other packages. */
  | {
      readonly of: "vocabulary" | "declared";
      readonly name: string;
      readonly meaning: Meaning;
      readonly declaration: DeclaredType;
    }
  | { readonly of: "class"; readonly name: string }
  | { readonly of: "missing"; readonly name: string };

export type DeclaredTarget = Extract<Target, { of: "declared" | "vocabulary" }>;

/** Where a declared type is referred to, and what its parameters stand for there. */
export interface Use {
  readonly site: Site;
  readonly environment: Environment;
  /** Whether `undefined` is among the values. */
  readonly undefinable: boolean;
}
