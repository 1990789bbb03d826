import { useSyncExternalStore } from "react";

let hasEnded = false;
let wasKnown = false;
const listeners = new Set<() => void>();

/** Whether the service has refused a request because it does not know the caller. */
export const endedSession = {
  get: (): boolean => hasEnded,
  set: (value: boolean): void => {
    hasEnded = value;
    for (const listener of listeners) listener();
  },
  /** Takes what the service says of the caller: one that it knew and does not know any more has no session. */
  noteCaller: (isKnown: boolean): void => {
    if (isKnown === wasKnown) return;
    if (!isKnown) endedSession.set(true);
    wasKnown = isKnown;
  },
  /** The user ends the session. */
  forgetCaller: (): void => {
    wasKnown = false;
  },
};

export function useEndedSession(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, endedSession.get);
}
