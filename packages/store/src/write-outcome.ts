import type { IndexValue } from "./index-value.js";
import type { MissingObject, Referrers } from "./reference-guard.js";

/** Why a write was refused, as data; the caller turns it into an answer. */
export type WriteRefusal =
  | { readonly refused: "name-taken" }
  | { readonly refused: "not-found" }
  | { readonly refused: "version-differs"; readonly currentVersion: number }
  /** `owner` is the name of the object that has the value. */
  | { readonly refused: "value-taken"; readonly index: string; readonly value: IndexValue; readonly owner: string }
  /** Objects that the write needs do not exist, or are being deleted. */
  | { readonly refused: "objects-missing"; readonly missing: readonly MissingObject[] }
  /** Other objects refer to this one. */
  | { readonly refused: "referred"; readonly by: readonly Referrers[] }
  /** Another release has declared other indexes for the table. */
  | { readonly refused: "superseded" };

export type WriteOutcome = { readonly refused?: never; readonly revision: number } | WriteRefusal;
