import { searchWords } from "../../../../packages/model/dist/text/search-words.js";
import type { ObjectRecord } from "../../../../packages/store/dist/store.js";
import { benchEntry, type EntryNumber } from "./bench-entry.js";
import { scattered } from "./scattered.js";

/** Words, and how many of a thousand texts have each. */
export const commonWords = { garden: 450, winter: 200, harbour: 100, violin: 10, comet: 1 } as const;

/** A text has so many of the words below beside those. */
const RARE_WORDS = 6;
const VOCABULARY = 50_000;
const LETTERS = "bcdfghjklm";

/** One of 50,000 words: one in ten begins with the same letter, one in a hundred with the same two. */
export function rareWord(number: number): string {
  return `${LETTERS[number % 10]}${LETTERS[Math.floor(number / 10) % 10]}y${number}`;
}

/** How many authors the articles have, each about as many. */
export function authorsOf(size: number): number {
  return Math.max(1000, size / 100);
}

export function authorName(number: number): string {
  return `author-${number}`;
}

/** The article of a number: the entry of that number with an author and a text. */
export function benchArticle(which: EntryNumber): ObjectRecord {
  const { number, size } = which;
  const draw = (property: number, modulus: number): number =>
    scattered(Math.imul(number, 0x85ebca6b) ^ Math.imul(property, 0x9e3779b1), modulus);
  const common = Object.entries(commonWords).filter(([, share], place) => draw(place, 1000) < share);
  const rare = Array.from({ length: RARE_WORDS }, (_, place) => rareWord(draw(100 + place, VOCABULARY)));
  const text = [...common.map(([word]) => word), ...rare].join(" ");
  const author = authorName(draw(200, authorsOf(size)));
  const entry = benchEntry(which);
  const object = JSON.parse(Buffer.from(entry.data).toString()) as { readonly spec: object };
  return {
    ...entry,
    data: Buffer.from(JSON.stringify({ ...object, kind: "Article", spec: { ...object.spec, author, text } })),
    indexValues: new Map([
      ...entry.indexValues,
      ["spec.author", [author]],
      ["spec.text.words", searchWords(text)],
    ] as const),
  };
}
