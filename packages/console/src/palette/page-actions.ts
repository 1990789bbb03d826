import { useEffect, useRef } from "react";

/** Something that can be done where the user is. */
export interface PageAction {
  readonly label: string;
  /** Why it cannot be done now: it is left out then. */
  readonly reason?: string | undefined;
  readonly run: () => void;
}

/** What is on the screen now, in the order in which it came. A part that is gone offers nothing. */
const offered = new Map<object, readonly PageAction[]>();

/** Offers actions in the palette for as long as the part that has them is shown. */
export function usePageActions(actions: readonly PageAction[]): void {
  const part = useRef({});
  useEffect(() => {
    const { current } = part;
    offered.set(current, actions);
    return () => void offered.delete(current);
  });
}

/** What can be done now. */
export function pageActions(): readonly PageAction[] {
  return [...offered.values()].flat().filter(({ reason }) => reason === undefined);
}
