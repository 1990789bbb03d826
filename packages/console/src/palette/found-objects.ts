import { isProblem } from "@cmgen/client";
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useService } from "../api/document-context.js";
import { modelKey, type Model } from "../api/model.js";
import { countsQuery } from "../api/operator.js";
import { oneOfEachKind } from "../api/kinds.js";
import type { ServiceDocument } from "../api/read-document.js";
import { hasTitleSearch, searchObjects, searchQuery, type ObjectsFound } from "../api/search-objects.js";
import { objectSearchOf } from "./palette-items.js";

/** What is found of the objects of one model. */
export interface FoundOfModel extends ObjectsFound {
  readonly model: Model;
}

/** What is found of objects for a text. */
export interface FoundObjects {
  readonly found: readonly FoundOfModel[];
  readonly isSearching: boolean;
  readonly isCut: boolean;
}

/** Objects of each model that are offered. */
const OFFERED = 5;
/** How long nothing is typed before anything is asked, in milliseconds. */
const PAUSE = 150;

/** Objects that a text names, or is the beginning of. What is still being asked when it changes is given up. */
export function useFoundObjects(text: string): FoundObjects {
  const settled = useSettled(text, PAUSE);
  const models = useListedModels();
  const service = useService();
  const { models: asked, sought, isCut } = objectSearchOf(settled, models) ?? NOTHING;
  // Names have no spaces.
  const searched = sought.includes(" ") ? asked.filter((model) => hasTitleSearch(service, model)) : asked;
  const answers = useQueries({ queries: searched.map((model) => objectsQuery(service, model, sought)) });
  return {
    found: answers.flatMap(({ data }) => data ?? []),
    isSearching: settled !== text || answers.some(({ isPending }) => isPending),
    isCut,
  };
}

const NOTHING = { models: [], sought: "", isCut: false };

/** The first objects of a model that a text finds: none where the caller may not search among them. */
function objectsQuery(service: ServiceDocument, model: Model, text: string) {
  const search = searchQuery(service, model, { text, limit: OFFERED });
  return queryOptions({
    queryKey: ["palette", ...search.queryKey],
    queryFn: async (context): Promise<readonly FoundOfModel[]> => {
      try {
        return [{ ...(await searchObjects(service, model, { text, limit: OFFERED, signal: context.signal })), model }];
      } catch (error) {
        if (isProblem(error, "Forbidden", "NotFound", "InvalidQuery")) return [];
        throw error;
      }
    },
    gcTime: 30_000,
  });
}

/** The models that the caller may list, first that of the page. */
function useListedModels(): readonly Model[] {
  const { models } = useService();
  const { data: counts } = useQuery(countsQuery);
  const here = useParams({ strict: false });
  const listed = new Set(counts?.map(modelKey));
  const kinds = oneOfEachKind(
    counts === undefined ? models : models.filter((model) => listed.has(modelKey(model))),
    here.version,
  );
  const isHere = ({ group, plural }: Model): boolean => group === here.group && plural === here.plural;
  return [...kinds.filter(isHere), ...kinds.filter((model) => !isHere(model))];
}

/** The text once it has not changed for a time. */
function useSettled(text: string, pause: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return settled;
}
