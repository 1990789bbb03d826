import { useCallback, useRef, useState } from "react";
import type { ServedObject } from "../../api/objects.js";
import { asShown, choose, choosePage, NOTHING_SELECTED, type Choice, type Selected } from "./selected.js";

/** What is selected in a list, and how that is changed. The functions stay the same, so that rows are not made again. */
export interface Selection {
  readonly selected: Selected;
  readonly choose: (choice: Choice) => void;
  readonly choosePage: (isOn: boolean) => void;
  readonly clear: () => void;
}

/**
 * @param page the objects that are shown.
 * @param filters what the list is selected by: with other filters nothing stays selected, since nobody would see what that is.
 */
export function useSelection(page: readonly ServedObject[], filters: string): Selection {
  const [known, setKnown] = useState({ selected: NOTHING_SELECTED, page, filters });
  const latest = useRef(page);
  latest.current = page;
  let { selected } = known;
  if (known.page !== page || known.filters !== filters) {
    selected = known.filters === filters ? asShown(selected, page) : NOTHING_SELECTED;
    setKnown({ selected, page, filters });
  }
  const change = useCallback((next: (selected: Selected) => Selected) => {
    setKnown((now) => ({ ...now, selected: next(now.selected) }));
  }, []);
  return {
    selected,
    choose: useCallback((choice) => change((now) => choose(now, latest.current, choice)), [change]),
    choosePage: useCallback((isOn) => change((now) => choosePage(now, latest.current, isOn)), [change]),
    clear: useCallback(() => change(() => NOTHING_SELECTED), [change]),
  };
}
