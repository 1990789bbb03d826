import { useSyncExternalStore } from "react";

let hasEnded = false;
const listeners = new Set<() => void>();

/** Whether the service has refused a request because it does not know the caller. */
export const endedSession = {
  get: (): boolean => hasEnded,
  set: (value: boolean): void => {
    hasEnded = value;
    for (const listener of listeners) listener();
  },
};

export function useEndedSession(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, endedSession.get);
}
