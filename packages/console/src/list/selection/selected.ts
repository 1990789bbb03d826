import type { ServedObject } from "../../api/objects.js";

/** Which objects of a list are selected. They stay so on other pages of it. */
export interface Selected {
  /** By uid, as they were last seen. */
  readonly objects: ReadonlyMap<string, ServedObject>;
  /** Uid of the object at which a range begins: the last one that was chosen. */
  readonly anchor: string | undefined;
}

export const NOTHING_SELECTED: Selected = { objects: new Map(), anchor: undefined };

/** The object that the user has chosen, and whether all between it and the last one are meant. */
export interface Choice {
  readonly uid: string;
  readonly isRange: boolean;
}

/** Selects an object or takes it out; all of a range become what the chosen one becomes. */
export function choose(selected: Selected, page: readonly ServedObject[], { uid, isRange }: Choice): Selected {
  const to = page.findIndex(({ metadata }) => metadata.uid === uid);
  const anchor = isRange ? page.findIndex(({ metadata }) => metadata.uid === selected.anchor) : -1;
  const from = anchor < 0 ? to : anchor;
  const chosen = page.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { objects: withObjects(selected, chosen, !selected.objects.has(uid)), anchor: uid };
}

/** Selects a whole page, or takes it out. */
export function choosePage(selected: Selected, page: readonly ServedObject[], isOn: boolean): Selected {
  return { objects: withObjects(selected, page, isOn), anchor: undefined };
}

function withObjects({ objects }: Selected, chosen: readonly ServedObject[], isOn: boolean): Selected["objects"] {
  const next = new Map(objects);
  for (const object of chosen) {
    if (isOn) next.set(object.metadata.uid, object);
    else next.delete(object.metadata.uid);
  }
  return next;
}

/** The same objects as a page now shows them: what is done with them is about the state that the user sees. */
export function asShown(selected: Selected, page: readonly ServedObject[]): Selected {
  const changed = page.filter(({ metadata: { uid, version } }) => {
    const known = selected.objects.get(uid);
    return known !== undefined && known.metadata.version < version;
  });
  return changed.length === 0 ? selected : { ...selected, objects: withObjects(selected, changed, true) };
}

/** How much of a page is selected. */
export function shareOf({ objects }: Selected, page: readonly ServedObject[]): "none" | "some" | "all" {
  const count = page.filter(({ metadata }) => objects.has(metadata.uid)).length;
  return count === 0 ? "none" : count === page.length ? "all" : "some";
}
