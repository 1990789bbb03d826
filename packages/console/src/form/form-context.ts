import { printPointer } from "@cmgen/model/internal";
import { createContext, useContext, type ReactElement } from "react";
import type { Json } from "../api/json.js";
import type { Schema } from "../api/model.js";
import type { ValueEdit, ValuePath } from "../editor/edit-text.js";
import type { ExtendedField } from "../extension/extensions.js";
import type { FieldShape } from "../schema/field-shape.js";

/** What all fields of a form share. */
export interface FormContext {
  /** `components.schemas` of the service's document. */
  readonly schemas: Json;
  readonly edit: (edit: ValueEdit) => void;
  /** What plugins edit fields by, by paths with dots. */
  readonly controls: ReadonlyMap<string, ExtendedField>;
  /** What is wrong with the field at a path itself. */
  readonly problemsAt: (path: ValuePath) => readonly string[];
  /** Shows a field of any schema. What fields hold are fields again. */
  readonly Field: (props: FieldProps) => ReactElement;
  /** Why a field cannot be changed, by itself; empty where that is said elsewhere, undefined if it can. */
  readonly lockOf: (path: ValuePath, schema: Schema) => string | undefined;
  /** Says that the user has been at a field: from then on its mistakes are shown. */
  readonly touch: (path: ValuePath) => void;
  /** Whether what is in a field is only typed in part, and how a field says so: nothing is saved meanwhile. */
  readonly isIncomplete: (path: ValuePath) => boolean;
  readonly markIncomplete: (path: ValuePath, isIncomplete: boolean) => void;
  /** The field that the user wants to go to: what it is in opens. */
  readonly target: ValuePath | undefined;
}

export const FormFields = createContext<FormContext | undefined>(undefined);

export function useForm(): FormContext {
  const form = useContext(FormFields);
  if (form === undefined) throw new Error("A field was shown outside of a form.");
  return form;
}

/** Why what is around a field cannot be changed, and so the field neither. */
export const LockAround = createContext<string | undefined>(undefined);

/** Why a field cannot be changed; empty where that is said elsewhere, undefined if it can. */
export function useLock(path: ValuePath, schema: Schema): string | undefined {
  const around = useContext(LockAround);
  const own = useForm().lockOf(path, schema);
  return around ?? own;
}

/** What every field is given. */
export interface FieldProps {
  readonly path: ValuePath;
  readonly label: string;
  readonly schema: Schema;
  /** Undefined if it is absent. */
  readonly value: unknown;
  /** Whether the object around it cannot be without it. */
  readonly isRequired: boolean;
  /** Whether it is there by itself, as an item of a list is: that it is required goes without saying. */
  readonly isPart?: boolean | undefined;
}

/** What fields are given once it is known what their values are to be. */
export interface ShapedFieldProps extends FieldProps {
  readonly shape: FieldShape;
}

/** The id of a field's control in the page. An attribute that lists ids has blanks between them. */
export function fieldId(path: ValuePath): string {
  return `field:${encodeURIComponent(printPointer(path))}`;
}

/** Whether one path is the other, or leads to it. */
export function leadsTo(path: ValuePath, other: ValuePath | undefined): boolean {
  return other !== undefined && path.every((step, at) => other[at] === step);
}
