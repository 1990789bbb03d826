import { isProblem, type ApiProblem } from "@cmgen/client";
import { jsonEqual } from "@cmgen/model/internal";
import type { UseMutationResult } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { useService } from "../api/document-context.js";
import { recordOf } from "../api/json.js";
import type { Schema } from "../api/model.js";
import { findViolations } from "../schema/violations.js";
import { texts } from "../texts.js";
import { editText, valueAtPointer, type ValueEdit } from "./edit-text.js";
import { readText, type EditableObject, type ReadText, type TextProblem } from "./object-text.js";

const NONE: readonly TextProblem[] = [];
const NO_FIELDS: ReadonlySet<string> = new Set();

/** Sends a text to the service. */
export type Sending<Answer> = UseMutationResult<Answer, Error, string>;

/** A text that is edited, what it says, and what is wrong with it. */
export interface EditedText {
  readonly text: string;
  /** What the text is; undefined while it cannot be read. */
  readonly value: EditableObject | undefined;
  /** The same, also where it is not an object. */
  readonly content: unknown;
  /** What is wrong with the text: by itself, else by what the service answered. */
  readonly problems: readonly TextProblem[];
  /** What the schema refuses, as far as the page knows it: the service has the last word. */
  readonly findings: readonly TextProblem[];
  /** Whether the text can be sent. What the service refused once, it may accept later. */
  readonly isReadable: boolean;
  /** Whether the service has refused it, so that all that is wrong is to be shown. */
  readonly wasRefused: boolean;
  /** What has no place in the text. */
  readonly refusal: Error | undefined;
  /** When what was sent last was, if it has failed: another number each time. */
  readonly failedAt: number | undefined;
  /** The element that says what is wrong. */
  readonly problemsId: string;
  readonly change: (text: string) => void;
  /** Fields with a value that is only typed in part, by JSON Pointers: it has no place in the text. */
  readonly incomplete: ReadonlySet<string>;
  readonly markIncomplete: (pointer: string, isIncomplete: boolean) => void;
  /** Forgets what is typed in part. */
  readonly dropIncomplete: () => void;
  /** Makes one change in the text, which else stays as it is. */
  readonly edit: (edit: ValueEdit) => void;
}

interface Editing {
  /** Of what is sent. */
  readonly schema: Schema;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly sending: Pick<Sending<unknown>, "error" | "variables" | "isPending" | "reset" | "submittedAt">;
  /** The name that the object must keep; undefined for a new one, and for what is not an object. */
  readonly name: string | undefined;
}

export function useEditedText({ schema, text, onChange, sending, name }: Editing): EditedText {
  const { schemas } = useService();
  const { error, variables: sent, submittedAt } = sending;
  const problemsId = useId();
  const read = useMemo(() => readText(text), [text]);
  const [incomplete, setIncomplete] = useState(NO_FIELDS);
  const own = useMemo(
    () => [
      ...problemsOf(read, name),
      ...[...incomplete].map((path) => placed(read.locate, { path, message: texts.form.incomplete })),
    ],
    [read, name, incomplete],
  );
  const refused = useMemo(() => refusalsIn(read, { error, sent }), [read, error, sent]);
  const isUpdate = name !== undefined;
  const findings = useMemo(() => {
    if (read.problems.length > 0) return NONE;
    // Secrets that are stored already need not be sent.
    const found = findViolations({ schemas, schema }, read.content ?? {}, { mayOmitSecrets: isUpdate });
    return found.map((each) => placed(read.locate, each));
  }, [schemas, schema, read, isUpdate]);
  const isPlaced = isRefusal(error) && error.errors.length > 0;
  const change = (next: string): void => {
    onChange(next);
    // What was refused stays until it is changed; that something was saved is no news any more.
    if (!sending.isPending && next !== text && !isPlaced) sending.reset();
  };
  return {
    text,
    value: read.problems.length === 0 ? read.value : undefined,
    content: read.content,
    problems: own.length > 0 ? own : refused,
    findings,
    isReadable: own.length === 0,
    wasRefused: isRefusal(error),
    refusal: isPlaced || isProblem(error, "Conflict") ? undefined : (error ?? undefined),
    failedAt: error === null ? undefined : submittedAt,
    problemsId,
    change,
    incomplete,
    markIncomplete: (pointer, isIncomplete) => {
      if (incomplete.has(pointer) === isIncomplete) return;
      const others = [...incomplete].filter((each) => each !== pointer);
      setIncomplete(new Set(isIncomplete ? [...others, pointer] : others));
    },
    dropIncomplete: () => setIncomplete(NO_FIELDS),
    edit: (edit) => change(editText(text, edit)),
  };
}

/** What is wrong with a text by itself. */
function problemsOf({ value, problems, locate }: ReadText, name: string | undefined): readonly TextProblem[] {
  if (problems.length > 0) return problems;
  if (name === undefined || recordOf(value["metadata"])["name"] === name) return NONE;
  // Another name is another object, which must not be written in the place of that one.
  return [placed(locate, { path: "/metadata/name", message: texts.editor.nameStays(name) })];
}

interface Refused {
  readonly error: Error | null;
  /** The text that was refused. */
  readonly sent: string | undefined;
}

/** What the service has answered about a text, from its beginning to its end: of what has not been changed since. */
function refusalsIn({ content, locate }: ReadText, { error, sent = "" }: Refused): readonly TextProblem[] {
  if (!isRefusal(error)) return NONE;
  const before = readText(sent).content;
  return error.errors
    .filter(({ path }) => isSame(valueAtPointer(before, path), valueAtPointer(content, path)))
    .map((cause) => placed(locate, cause))
    .toSorted((one, other) => one.from - other.from);
}

function isSame(one: unknown, other: unknown): boolean {
  return one === undefined || other === undefined ? one === other : jsonEqual(one, other);
}

function placed(
  locate: ReadText["locate"],
  { path, message }: { readonly path: string; readonly message: string },
): TextProblem {
  return { ...locate(path), path, message };
}

function isRefusal(error: Error | null): error is ApiProblem {
  return isProblem(error, "Invalid", "DuplicateIndexValue", "BadRequest", "Forbidden");
}
