import { isProblem } from "@cmgen/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { recordOf, textOf as textIn } from "../api/json.js";
import type { Model } from "../api/model.js";
import { objectsOf, type ServedObject } from "../api/objects.js";
import { useEditedText, type EditedText, type Sending } from "./edited-text.js";
import type { ThreeWays } from "./merge.js";
import { editableParts, printObject, readText, type EditableObject } from "./object-text.js";

/** An object that is being edited, and what can be done with it. */
export interface ObjectDraft extends EditedText {
  /** What is stored, as far as it can be edited. */
  readonly base: EditableObject;
  readonly isUntouched: boolean;
  /** Whether the object has changed since the state that is edited. */
  readonly isBehind: boolean;
  readonly isSaving: boolean;
  /** The version that was saved, until the text is changed again. */
  readonly savedVersion: number | undefined;
  /** Both changes, while it is decided what becomes of them. */
  readonly ways: ThreeWays | undefined;
  /** Who has made the other change, where that is known. */
  readonly changedBy: string | undefined;
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
  const sending = useSave(model, base, setTheirs);
  const { name } = object.metadata;
  const own = useEditedText({ schema: model.input, text, onChange: setText, sending, name });
  return {
    ...own,
    base: editableParts(model, base),
    isUntouched,
    isBehind: base === began && isBehind,
    isSaving: sending.isPending,
    savedVersion: sending.data?.metadata.version,
    ways: theirs && {
      base: editableParts(model, base),
      theirs: editableParts(model, theirs),
      mine: own.value ?? {},
    },
    changedBy: theirs && textIn(recordOf(theirs.metadata)["lastChangedBy"]),
    save: () => sending.mutate(text, { onSuccess: (stored) => goOnFrom(stored, textOf(stored)) }),
    discard: () => {
      own.dropIncomplete();
      setText(textOf(base));
      sending.reset();
    },
    compare: () => setTheirs(object),
    merge: (merged) => {
      if (theirs !== undefined) goOnFrom(theirs, printObject(recordOf(merged)));
      setTheirs(undefined);
      sending.reset();
    },
    cancelMerge: () => setTheirs(undefined),
  };
}

/** Saves a text as the object whose state is known. @throws what the service refuses it with; for a conflict theirs is fetched first. */
function useSave(model: Model, base: ServedObject, onConflict: (theirs: ServedObject) => void): Sending<ServedObject> {
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
