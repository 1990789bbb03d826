import { isProblem, selector } from "@cmgen/client";
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useService } from "../api/document-context.js";
import { modelKey, type Model } from "../api/model.js";
import { objectsOf } from "../api/objects.js";
import { countsQuery } from "../api/operator.js";
import { oneOfEachKind } from "../api/kinds.js";
import { objectSearchOf } from "./palette-items.js";

export interface FoundObject {
  readonly model: Model;
  readonly name: string;
}

/** What is found of objects for a text. */
export interface FoundObjects {
  readonly found: readonly FoundObject[];
  readonly isSearching: boolean;
  readonly isCut: boolean;
}

/** Objects of each model that are offered: more letters find others. */
const OFFERED = 5;
/** How long nothing is typed before anything is asked, in milliseconds. */
const PAUSE = 150;

/** Objects whose names begin with a text. What is still being asked when it changes is given up. */
export function useFoundObjects(text: string): FoundObjects {
  const settled = useSettled(text, PAUSE);
  const models = useListedModels();
  const { models: asked, prefix, isCut } = objectSearchOf(settled, models) ?? NOTHING;
  const answers = useQueries({ queries: asked.map((model) => namesQuery(model, prefix)) });
  return {
    found: asked.flatMap((model, place) => (answers[place]?.data ?? []).map((name) => ({ model, name }))),
    isSearching: settled !== text || answers.some(({ isPending }) => isPending),
    isCut,
  };
}

const NOTHING = { models: [], prefix: "", isCut: false };

function namesQuery(model: Model, prefix: string) {
  const list = objectsOf(model).queries.list({
    where: selector`metadata.name^=${prefix}`,
    sort: ["metadata.name"],
    limit: OFFERED,
    total: false,
  });
  return queryOptions({
    queryKey: ["palette", ...list.queryKey],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      try {
        return (await list.queryFn({ signal })).items.map(({ metadata }) => metadata.name);
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
