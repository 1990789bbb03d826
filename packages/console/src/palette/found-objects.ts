import { isProblem, RawSelector } from "@cmgen/client";
import { printSelector } from "@cmgen/model";
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useService } from "../api/document-context.js";
import { modelKey, type Model } from "../api/model.js";
import { objectsOf } from "../api/objects.js";
import { countsQuery } from "../api/operator.js";
import { oneOfEachKind } from "../api/kinds.js";
import type { ServiceDocument } from "../api/read-document.js";
import { titleOf, titlePath } from "../api/title-of.js";
import { objectSearchOf } from "./palette-items.js";

export interface FoundObject {
  readonly name: string;
  /** What it is called besides its name, where the model has a text for that. */
  readonly title: string | undefined;
}

/** What is found of the objects of one model. */
export interface FoundOfModel {
  readonly model: Model;
  readonly objects: readonly FoundObject[];
  /** The selector of all of them, where there are more; undefined where these are all. */
  readonly more: string | undefined;
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

/** Objects whose names begin with a text. What is still being asked when it changes is given up. */
export function useFoundObjects(text: string): FoundObjects {
  const settled = useSettled(text, PAUSE);
  const models = useListedModels();
  const service = useService();
  const { models: asked, prefix, isCut } = objectSearchOf(settled, models) ?? NOTHING;
  const answers = useQueries({ queries: asked.map((model) => objectsQuery(service, model, prefix)) });
  return {
    found: answers.flatMap(({ data }) => data ?? []),
    isSearching: settled !== text || answers.some(({ isPending }) => isPending),
    isCut,
  };
}

const NOTHING = { models: [], prefix: "", isCut: false };

/** The first objects of a model by how their names begin: none where the caller may not search among them. */
function objectsQuery(service: ServiceDocument, model: Model, prefix: string) {
  const select = printSelector([{ key: "metadata.name", operator: "startsWith", values: [prefix] }]);
  const list = objectsOf(model).queries.list({
    where: new RawSelector(select),
    sort: ["metadata.name"],
    limit: OFFERED,
    total: false,
  });
  const title = titlePath(service, model);
  return queryOptions({
    queryKey: ["palette", ...list.queryKey],
    queryFn: async ({ signal }): Promise<readonly FoundOfModel[]> => {
      try {
        const { items, nextCursor } = await list.queryFn({ signal });
        const objects = items.map((item) => ({ name: item.metadata.name, title: titleOf(title, item) }));
        return [{ model, objects, more: nextCursor === undefined ? undefined : select }];
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
