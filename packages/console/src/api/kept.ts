import { useCallback, useMemo, useSyncExternalStore } from "react";
import { consolePath } from "./page-address.js";

const listeners = new Set<() => void>();

/** Under which name a browser keeps something. One service may be below several paths of a host, and each has its own models. */
export function keyOf(name: string): string {
  return `cmgen-console ${consolePath} ${name}`;
}

/** A browser may refuse to keep anything: then nothing is kept. */
function read(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

function write(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // Full, or not allowed. What the user sees stays as it was.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of the same browser.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/**
 * What this browser keeps under a name, and what replaces it: `undefined` removes it.
 *
 * @param parse makes sense of JSON that somebody, or another release, may have written; `undefined` if nothing is kept.
 */
export function useKept<T>(
  name: string,
  parse: (kept: unknown) => T,
): readonly [kept: T, keep: (value: unknown) => void] {
  const text = useSyncExternalStore(subscribe, () => read(name));
  const kept = useMemo(() => parse(jsonOf(text)), [parse, text]);
  return [kept, useCallback((value) => write(name, value), [name])];
}

function jsonOf(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
