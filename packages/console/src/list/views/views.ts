import { listOf, recordOf } from "../../api/json.js";
import { useKept } from "../../api/kept.js";
import { modelKey, type Model } from "../../api/model.js";
import { readListSearch, withoutPage, type ListSearch } from "../list-search.js";

/** A list that somebody has given a name. */
export interface View {
  readonly name: string;
  /** What its address says, without a page and without a count. */
  readonly search: ListSearch;
}

/** The views of a model, which this browser keeps. */
export interface Views {
  readonly views: readonly View[];
  /** Puts a view in the place of the one of its name. */
  readonly save: (name: string, search: ListSearch) => void;
  readonly remove: (name: string) => void;
}

export function useViews(model: Model): Views {
  const [views, keep] = useKept(`views ${modelKey(model)}`, readViews);
  return {
    views,
    save: (name, shown) => {
      const search = viewOf(shown);
      const others = views.filter((view) => view.name !== name);
      keep([...others, { name, search }].toSorted((one, other) => one.name.localeCompare(other.name)));
    },
    remove: (name) => {
      const left = views.filter((view) => view.name !== name);
      keep(left.length === 0 ? undefined : left);
    },
  };
}

function readViews(kept: unknown): readonly View[] {
  return listOf(kept).flatMap((each) => {
    const { name, search } = recordOf(each);
    return typeof name === "string" ? [{ name, search: readListSearch(recordOf(search)) }] : [];
  });
}

/** Whether an address shows a view, on whichever page. */
export function isShown(view: View, search: ListSearch): boolean {
  return isSameList(view.search, search);
}

/** Whether two addresses are of the same list, on whichever page, and counted or not. */
export function isSameList(one: ListSearch, other: ListSearch): boolean {
  return textOf(viewOf(one)) === textOf(viewOf(other));
}

/** What a view has of an address. */
function viewOf(search: ListSearch): ListSearch {
  const { count: _, ...rest } = withoutPage(search);
  return rest;
}

function textOf(search: ListSearch): string {
  return JSON.stringify(Object.entries(search).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
