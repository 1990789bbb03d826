import { recordOf, textOf, type Json } from "./json.js";
import { modelKey, type Model } from "./model.js";
import { tabMemory } from "./tab-memory.js";

/** A list as this tab has shown it last. */
export interface LastList {
  /** What its address said. */
  readonly search: Json;
  /** Name of the saved view that was opened, if one was. */
  readonly view?: string | undefined;
}

export function keepLastList(model: Model, list: LastList): void {
  tabMemory.keep(nameOf(model), list);
}

/** The list of a model that this tab has shown last; without anything chosen where it has shown none. */
export function lastList(model: Model): LastList {
  const { search, view } = recordOf(tabMemory.read(nameOf(model)));
  return { search: recordOf(search), view: textOf(view) };
}

function nameOf(model: Model): string {
  return `list ${modelKey(model)}`;
}
