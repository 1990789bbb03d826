const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
] as const;

/** How long ago an instant was, in its largest unit. */
export function ageOf(timestamp: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(timestamp)) / 1000));
  if (Number.isNaN(seconds)) return "?";
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ["s", 1];
  return `${Math.floor(seconds / size)}${unit}`;
}
