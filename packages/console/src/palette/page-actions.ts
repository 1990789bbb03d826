import { useEffect, useState } from "react";

/** Something that can be done where the user is. */
export interface PageAction {
  readonly label: string;
  /** Why it cannot be done now: it is left out then. */
  readonly reason?: string | undefined;
  readonly run: () => void;
}

/** Whether an action is about what the page shows, or can be done on every page. */
export type ActionScope = "page" | "console";

/** The actions of a part of the page. */
interface Offer {
  readonly scope: ActionScope;
  readonly actions: readonly PageAction[];
}

/** What is on the screen now, by when it was first drawn: what is around others was drawn before them. */
const offered = new Map<number, Offer>();
let drawn = 0;

/** Offers actions in the palette for as long as the part that has them is shown. */
export function usePageActions(actions: readonly PageAction[], scope: ActionScope = "page"): void {
  const [place] = useState(() => drawn++);
  useEffect(() => {
    offered.set(place, { scope, actions });
    return () => void offered.delete(place);
  });
}

/** What can be done now, in the order of the page. */
export function pageActions(scope: ActionScope): readonly PageAction[] {
  return [...offered]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([, offer]) => (offer.scope === scope ? offer.actions : []))
    .filter(({ reason }) => reason === undefined);
}
