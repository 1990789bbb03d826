import { useEffect, useState } from "react";
import { keepLastList, lastList } from "../../api/last-list.js";
import type { Model } from "../../api/model.js";
import { readListSearch, type ListSearch } from "../list-search.js";
import { isShown, isSameList, type View } from "./views.js";

/** The view that was opened last, from which the list may have been changed since. */
export interface OpenedView {
  readonly view: View;
  readonly isChanged: boolean;
}

/** Finds the view that was opened, and keeps it with the list for the way back from an object. */
export function useOpenedView(model: Model, search: ListSearch, views: readonly View[]): OpenedView | undefined {
  const [name, setName] = useState(() => viewOfLastList(model, search));
  const shown = views.filter((view) => isShown(view, search));
  const isPlain = isSameList(search, {});
  const opened =
    shown.find((view) => view.name === name) ?? shown[0] ?? views.find((view) => view.name === name && !isPlain);
  if (opened?.name !== name) setName(opened?.name);
  useEffect(() => keepLastList(model, { search: { ...search }, view: name }), [model, search, name]);
  return opened && { view: opened, isChanged: !shown.includes(opened) };
}

/** A list that a link leads to has nothing to do with the view that was opened before. */
function viewOfLastList(model: Model, search: ListSearch): string | undefined {
  const last = lastList(model);
  return isSameList(search, readListSearch(last.search)) ? last.view : undefined;
}
