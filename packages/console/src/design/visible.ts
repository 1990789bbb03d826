import { useSyncExternalStore } from "react";

/**
 * Whether the page can be seen. One in a hidden tab follows nothing: browsers open six connections to a host, in all tabs together, and those of
 * hidden tabs would keep the visible one from asking anything.
 */
export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === "visible");
}

function subscribe(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
