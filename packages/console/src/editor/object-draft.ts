import { isProblem, type ApiProblem } from "@cmgen/client";
import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { recordOf } from "../api/json.js";
import type { Model } from "../api/model.js";
import { objectsOf, type ServedObject } from "../api/objects.js";
import { texts } from "../texts.js";
import type { ThreeWays } from "./merge.js";
import { editableParts, printObject, readText, type TextProblem } from "./object-text.js";

const NONE: readonly TextProblem[] = [];

/** An object that is being edited, and what can be done with it. */
export interface ObjectDraft {
  readonly text: string;
  readonly isUntouched: boolean;
  /** Whether the object has changed since the state that is edited. */
  readonly isBehind: boolean;
  /** What is wrong with the text: by itself, else by what the service answered. */
  readonly problems: readonly TextProblem[];
  /** Whether the text is an object that can be sent. What the service refused once, it may accept later. */
  readonly isReadable: boolean;
  /** What has no place in the text. */
  readonly refusal: Error | undefined;
  readonly isSaving: boolean;
  /** The version that was saved, until the text is changed again. */
  readonly savedVersion: number | undefined;
  /** Both changes, while it is decided what becomes of them. */
  readonly ways: ThreeWays | undefined;
  readonly change: (text: string) => void;
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
  const own = useMemo(() => problemsOf(text, name), [text, name]);
  const problems = useMemo(() => (own.length > 0 ? own : refusalsIn(text, saving.error)), [own, text, saving.error]);
  const isUnplaced = !isProblem(saving.error, "Conflict") && problems.length === 0;
  return {
    text,
    isUntouched,
    isBehind: base === began && isBehind,
    problems,
    isReadable: own.length === 0,
    refusal: isUnplaced ? (saving.error ?? undefined) : undefined,
    isSaving: saving.isPending,
    savedVersion: saving.data?.metadata.version,
    ways: theirs && {
      base: editableParts(model, base),
      theirs: editableParts(model, theirs),
      mine: readText(text).value,
    },
    change: (next) => {
      setText(next);
      if (!saving.isPending && next !== text) saving.reset();
    },
    save: () => saving.mutate(text, { onSuccess: (stored) => goOnFrom(stored, textOf(stored)) }),
    discard: () => setText(textOf(base)),
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
function problemsOf(text: string, name: string): readonly TextProblem[] {
  const { value, problems, locate } = readText(text);
  if (problems.length > 0) return problems;
  if (recordOf(value["metadata"])["name"] === name) return NONE;
  // Another name is another object, which must not be written in the place of that one.
  return [{ ...locate("/metadata/name"), message: texts.editor.nameStays(name) }];
}

/** What the service has answered about a text, from its beginning to its end. */
function refusalsIn(text: string, error: Error | null): readonly TextProblem[] {
  if (!isRefusal(error)) return NONE;
  const { locate } = readText(text);
  return error.errors
    .map(({ path, message }) => ({ ...locate(path), message: `${path} ${message}`.trim() }))
    .toSorted((one, other) => one.from - other.from);
}

function isRefusal(error: Error | null): error is ApiProblem {
  return isProblem(error, "Invalid", "DuplicateIndexValue", "BadRequest");
}
