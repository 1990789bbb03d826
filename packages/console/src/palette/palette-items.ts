import type { Model } from "../api/model.js";

/** What the palette offers. */
export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  /** What it is called besides. */
  readonly title?: string | undefined;
  /** What tells it from others of the same label. */
  readonly hint?: string;
  readonly run: () => void;
}

/** Those that have every word of a text, and first those that begin with it. */
export function matching(items: readonly PaletteItem[], text: string): readonly PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = items.filter(({ label, hint = "" }) => {
    const all = `${label} ${hint}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const begins = ({ label }: PaletteItem): boolean => label.toLowerCase().startsWith(words[0] ?? "");
  return [...found.filter(begins), ...found.filter((item) => !begins(item))];
}

/** Where objects are looked for, and by what. */
export interface ObjectSearchText {
  readonly models: readonly Model[];
  /** How a name begins, or words of a title. */
  readonly sought: string;
  /** Whether there are more models than are asked at once. */
  readonly isCut: boolean;
}

/** Models that are asked for one text: each is a request. */
const MOST_MODELS = 8;
/** Letters without which every object would be found. */
const FEWEST_LETTERS = 2;

/**
 * Reads what was typed as the beginning of a name, or words of a title. A model's name in front of it, as in `issues log`, looks among its objects
 * alone.
 *
 * @param models those that the caller may list, with the likeliest first.
 */
export function objectSearchOf(text: string, models: readonly Model[]): ObjectSearchText | undefined {
  const [first = "", ...others] = text.trim().split(/\s+/);
  const named = others.length === 0 ? [] : models.filter((model) => isCalled(model, first.toLowerCase()));
  const sought = (named.length > 0 ? others : [first, ...others]).join(" ");
  if (named.length === 0 && sought.length < FEWEST_LETTERS) return undefined;
  const asked = named.length > 0 ? named : models;
  return { models: asked.slice(0, MOST_MODELS), sought, isCut: asked.length > MOST_MODELS };
}

function isCalled({ plural, singular, kind }: Model, text: string): boolean {
  return [plural, singular, kind.toLowerCase()].some((name) => name.startsWith(text));
}
