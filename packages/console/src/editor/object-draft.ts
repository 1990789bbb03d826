import { isProblem, type ApiProblem } from "@cmgen/client";
import { jsonEqual } from "@cmgen/model";
import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useService } from "../api/document-context.js";
import { recordOf, type Json } from "../api/json.js";
import type { Model } from "../api/model.js";
import { objectsOf, type ServedObject } from "../api/objects.js";
import { findViolations } from "../schema/violations.js";
import { texts } from "../texts.js";
import { editText, valueAtPointer, type ValueEdit } from "./edit-text.js";
import type { ThreeWays } from "./merge.js";
import { editableParts, printObject, readText, type EditableObject, type ReadText, type TextProblem } from "./object-text.js";

const NONE: readonly TextProblem[] = [];

/** An object that is being edited, and what can be done with it. */
export interface ObjectDraft {
  readonly text: string;
  /** What the text is; undefined while it is not an object. */
  readonly value: EditableObject | undefined;
  /** What is stored, as far as it can be edited. */
  readonly base: EditableObject;
  readonly isUntouched: boolean;
  /** Whether the object has changed since the state that is edited. */
  readonly isBehind: boolean;
  /** What is wrong with the text: by itself, else by what the service answered. */
  readonly problems: readonly TextProblem[];
  /** What the schema refuses, as far as the page knows it: the service has the last word. */
  readonly findings: readonly TextProblem[];
  /** Whether the text is an object that can be sent. What the service refused once, it may accept later. */
  readonly isReadable: boolean;
  /** What has no place in the text. */
  readonly refusal: Error | undefined;
  readonly isSaving: boolean;
  /** Whether the service has refused it, so that all that is wrong is to be shown. */
  readonly wasRefused: boolean;
  /** The version that was saved, until the text is changed again. */
  readonly savedVersion: number | undefined;
  /** Both changes, while it is decided what becomes of them. */
  readonly ways: ThreeWays | undefined;
  readonly change: (text: string) => void;
  /** Makes one change in the text, which else stays as it is. */
  readonly edit: (edit: ValueEdit) => void;
  readonly save: () => void;
  readonly discard: () => void;
  /** Begins to decide. */
  readonly compare: () => void;
  /** Goes on with what was decided, or as it was. */
  readonly merge: (merged: unknown) => void;
  readonly cancelMerge: () => void;
}

/**
 * Edits an object. What was read when editing began stays the base: a save is refused if the object has changed since, and the user decides
 * what becomes of both changes. Where the user has changed nothing yet, the newest state takes the base's place.
 *
 * @param object the object as it is now, which may change while it is edited.
 */
export function useObjectDraft(model: Model, object: ServedObject): ObjectDraft {
  const textOf = (state: ServedObject): string => printObject(editableParts(model, state));
  const [began, setBase] = useState(object);
  const [edited, setText] = useState(() => textOf(object));
  const [theirs, setTheirs] = useState<ServedObject>();
  const isUntouched = edited === textOf(began);
  const isBehind = object.metadata.uid === began.metadata.uid && object.metadata.version > began.metadata.version;
  const base = isUntouched && isBehind ? object : began;
  const text = base === began ? edited : textOf(base);
  const goOnFrom = (state: ServedObject, next: string): void => {
    setBase(state);
    setText(next);
  };
  if (base !== began) goOnFrom(base, text);
  const saving = useSave(model, base, setTheirs);
  const { name } = object.metadata;
  const read = useMemo(() => readText(text), [text]);
  const own = useMemo(() => problemsOf(read, name), [read, name]);
  const refused = useMemo(
    () => refusalsIn(read, { error: saving.error, sent: saving.variables }),
    [read, saving.error, saving.variables],
  );
  const findings = useFindings(model, read);
  const isPlaced = isRefusal(saving.error) && saving.error.errors.length > 0;
  const change = (next: string): void => {
    setText(next);
    // What was refused stays until it is changed; that something was saved is no news any more.
    if (!saving.isPending && next !== text && !isPlaced) saving.reset();
  };
  return {
    text,
    value: read.problems.length === 0 ? read.value : undefined,
    base: editableParts(model, base),
    isUntouched,
    isBehind: base === began && isBehind,
    problems: own.length > 0 ? own : refused,
    findings,
    isReadable: own.length === 0,
    refusal: isPlaced || isProblem(saving.error, "Conflict") ? undefined : (saving.error ?? undefined),
    isSaving: saving.isPending,
    wasRefused: isRefusal(saving.error),
    savedVersion: saving.data?.metadata.version,
    ways: theirs && {
      base: editableParts(model, base),
      theirs: editableParts(model, theirs),
      mine: read.value,
    },
    change,
    edit: (edit) => change(editText(text, edit)),
    save: () => saving.mutate(text, { onSuccess: (stored) => goOnFrom(stored, textOf(stored)) }),
    discard: () => {
      setText(textOf(base));
      saving.reset();
    },
    compare: () => setTheirs(object),
    merge: (merged) => {
      if (theirs !== undefined) goOnFrom(theirs, printObject(recordOf(merged)));
      setTheirs(undefined);
      saving.reset();
    },
    cancelMerge: () => setTheirs(undefined),
  };
}

/** Saves a text as the object whose state is known. @throws what the service refuses it with; for a conflict theirs is fetched first. */
function useSave(
  model: Model,
  base: ServedObject,
  onConflict: (theirs: ServedObject) => void,
): UseMutationResult<ServedObject, Error, string> {
  const cache = useQueryClient();
  const { client, queries } = objectsOf(model);
  const { name, uid, version } = base.metadata;
  return useMutation({
    mutationKey: queries.key,
    mutationFn: async (text: string): Promise<ServedObject> => {
      const { value } = readText(text);
      return client.replace({ ...value, metadata: { ...recordOf(value["metadata"]), name, uid, version } });
    },
    onError: async (error) => {
      if (isProblem(error, "Conflict")) onConflict(await client.get(name));
    },
    onSuccess: (stored) => {
      cache.setQueryData(queries.object(name).queryKey, stored);
      void cache.invalidateQueries({ queryKey: [...queries.key, "list"] });
    },
  });
}

/** What is wrong with a text by itself. */
function problemsOf({ value, problems, locate }: ReadText, name: string): readonly TextProblem[] {
  if (problems.length > 0) return problems;
  if (recordOf(value["metadata"])["name"] === name) return NONE;
  // Another name is another object, which must not be written in the place of that one.
  return [placed(locate, { path: "/metadata/name", message: texts.editor.nameStays(name) })];
}

/** What the schema of a model refuses in a text. Secrets that are stored already need not be sent. */
function useFindings(model: Model, { value, problems, locate }: ReadText): readonly TextProblem[] {
  const { schemas } = useService();
  return useMemo(() => {
    if (problems.length > 0) return NONE;
    return findViolations(schemas, model.input, value, { mayOmitSecrets: true }).map((each) => placed(locate, each));
  }, [schemas, model, value, problems, locate]);
}

interface Refused {
  readonly error: Error | null;
  /** The text that was refused. */
  readonly sent: string | undefined;
}

/** What the service has answered about a text, from its beginning to its end: of what has not been changed since. */
function refusalsIn({ value, locate }: ReadText, { error, sent = "" }: Refused): readonly TextProblem[] {
  if (!isRefusal(error)) return NONE;
  const before: Json = readText(sent).value;
  return error.errors
    .filter(({ path }) => isSame(valueAtPointer(before, path), valueAtPointer(value, path)))
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
