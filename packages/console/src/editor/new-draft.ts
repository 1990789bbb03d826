import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useService } from "../api/document-context.js";
import { recordOf, type Json } from "../api/json.js";
import type { Model } from "../api/model.js";
import { objectsOf, type ServedObject } from "../api/objects.js";
import { memberSchema } from "../api/schema.js";
import { initialValue } from "../schema/initial-value.js";
import { useEditedText, type EditedText, type Sending } from "./edited-text.js";
import { editableParts, printObject, readText, type EditableObject } from "./object-text.js";

/** An object that is being made. */
export interface NewDraft extends EditedText {
  readonly isUntouched: boolean;
  readonly isCreating: boolean;
  readonly create: () => void;
}

/**
 * Makes an object.
 *
 * @param from the object that it begins as, but for its name and for what is of that one alone.
 * @param onCreated gets it as it was stored.
 */
export function useNewDraft(
  model: Model,
  from: ServedObject | undefined,
  onCreated: (stored: ServedObject) => void,
): NewDraft {
  const { schemas } = useService();
  const [begun] = useState(() => printObject(from === undefined ? emptyObject(schemas, model) : copyOf(model, from)));
  const [text, setText] = useState(begun);
  const sending = useCreate(model);
  const own = useEditedText({ schema: model.input, text, onChange: setText, sending, name: undefined });
  return {
    ...own,
    isUntouched: text === begun,
    isCreating: sending.isPending,
    create: () => sending.mutate(text, { onSuccess: onCreated }),
  };
}

function useCreate(model: Model): Sending<ServedObject> {
  const cache = useQueryClient();
  const { client, queries } = objectsOf(model);
  return useMutation({
    mutationKey: queries.key,
    mutationFn: (text: string): Promise<ServedObject> => {
      const { value } = readText(text);
      return client.create({ ...value, metadata: named(model, recordOf(value["metadata"])) });
    },
    onSuccess: (stored) => {
      cache.setQueryData(queries.object(stored.metadata.name).queryKey, stored);
      void cache.invalidateQueries({ queryKey: [...queries.key, "list"] });
    },
  });
}

/** Metadata with a name that is made up where none is given, as the service's own code does it. */
function named({ singular }: Model, metadata: Json): Json {
  const hasName = metadata["name"] !== undefined || metadata["generateName"] !== undefined;
  return hasName ? metadata : { ...metadata, generateName: `${singular}-` };
}

/** An object of a model before anything is given. */
function emptyObject(schemas: Json, model: Model): EditableObject {
  const spec = memberSchema(schemas, model.input, "spec");
  return {
    apiVersion: `${model.group}/${model.version}`,
    kind: model.kind,
    metadata: {},
    ...(Object.keys(spec).length > 0 && { spec: initialValue(schemas, spec) }),
  };
}

/** Longest name that there may be, less what is put behind it. */
const LONGEST = 248;

/** How names end that the service, or a copy, has made up: letters of which no word is made, or a copy of a copy. */
const MADE_UP = /-(?:[bcdfghjklmnpqrstvwxz24-9]{8}|copy)$/;

/** Whether somebody has thought of a name, so that a copy should be called by it. For any other object a name is made up. */
function isChosen(name: string): boolean {
  return !MADE_UP.test(name);
}

/** What another object has that is not its own: its spec and its labels. Annotations are notes of programs about that object. */
function copyOf(model: Model, from: ServedObject): EditableObject {
  const { apiVersion, kind, spec } = editableParts(model, from);
  const { name, labels } = from.metadata;
  return {
    apiVersion,
    kind,
    metadata: {
      ...(isChosen(name) && { name: `${name.slice(0, LONGEST)}-copy` }),
      ...(labels !== undefined && { labels }),
    },
    ...(spec !== undefined && { spec }),
  };
}
