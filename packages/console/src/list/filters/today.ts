import { useSyncExternalStore } from "react";

/** How often the day is checked, in milliseconds. A timer until midnight would be late after the machine has slept. */
const EVERY = 10_000;

/** When the day has begun, in the user's own time. The page is shown again when the next one begins. */
export function useToday(): number {
  return useSyncExternalStore(subscribe, startOfDay);
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, EVERY);
  return () => clearInterval(timer);
}

function startOfDay(): number {
  return new Date().setHours(0, 0, 0, 0);
}
