import { useEffect, useState, type ReactElement } from "react";

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always", style: "short" });
const absolute = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

export interface TimeProps {
  /** An instant as RFC 3339 has it. Another text is shown as it is. */
  readonly value: string;
}

/** How long ago an instant was, with the instant itself as a hint. */
export function Time({ value }: TimeProps): ReactElement {
  const now = useNow();
  const instant = new Date(value);
  if (Number.isNaN(instant.getTime())) return <>{value}</>;
  return (
    <time dateTime={value} title={`${absolute.format(instant)} (${value})`}>
      {ago(instant.getTime(), now)}
    </time>
  );
}

/** An instant in the user's own time. */
export function Instant({ value }: { readonly value: string }): ReactElement {
  const instant = new Date(value);
  if (Number.isNaN(instant.getTime())) return <>{value}</>;
  return (
    <time dateTime={value} title={value}>
      {absolute.format(instant)}
    </time>
  );
}

export function ago(instant: number, now: number): string {
  const seconds = Math.round((instant - now) / 1000);
  const [unit, length] = STEPS.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
  return relative.format(Math.round(seconds / length), unit);
}

/** Ages need no finer clock than this, in milliseconds; all of a page share one timer. */
const TICK = 10_000;
const listeners = new Set<(now: number) => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    listeners.add(setNow);
    timer ??= setInterval(() => {
      for (const listener of listeners) listener(Date.now());
    }, TICK);
    return () => {
      listeners.delete(setNow);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  return now;
}
