import { keyOf } from "./kept.js";

/** What this tab keeps under names until it is closed, also when the page is loaded again. */
export const tabMemory = {
  read: (name: string): unknown => {
    try {
      return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null");
    } catch {
      // A browser may refuse to keep anything.
      return undefined;
    }
  },
  keep: (name: string, value: unknown): void => {
    try {
      sessionStorage.setItem(keyOf(name), JSON.stringify(value));
    } catch {
      // Full, or not allowed: nothing is kept.
    }
  },
};
