/** A time to the minute, as `2026-01-31 09:59Z`; `-` for none. */
export function shortTime(at: number | null): string {
  return at === null ? "-" : `${new Date(at).toISOString().slice(0, 16).replace("T", " ")}Z`;
}
