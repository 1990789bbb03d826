/** Where a name is written. */
export type ReservedPlace = "model" | "config";

/**
 * Names that later releases give a meaning, and what it is. Until then they are refused: an author who writes one relies on it. Whatever is implemented
 * leaves this table. docs/reserved.md has the same rows.
 */
export const reservedNames: Readonly<Record<ReservedPlace, Readonly<Record<string, string>>>> = {
  model: {
    access: "access control for its objects",
  },
  config: {
    access: "access control",
    mcp: "tools for language models",
  },
};

/** What a name is reserved for; undefined if it is not. */
export function reservedFor(place: ReservedPlace, name: string): string | undefined {
  const names = reservedNames[place];
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
