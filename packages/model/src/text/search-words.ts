import { foldCase } from "./fold-case.js";

/** Characters of a word that count: a longer one is found by its beginning. */
const LONGEST_WORD = 64;

/**
 * The words of a text, each once, as an index for searching holds them: runs of Unicode's letters, digits and marks, their case folded
 * (`foldCase`) and without the marks that letters of several scripts share, such as accents. Nothing is known of languages: no word is reduced
 * to its stem, and a run without blanks, as in Chinese, is one word.
 */
export function searchWords(text: string): string[] {
  const plain = foldCase(text.normalize("NFD").replaceAll(/\p{Script=Inherited}/gu, ""));
  return [...new Set((plain.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map(shortened))];
}

function shortened(word: string): string {
  return word.length <= LONGEST_WORD ? word : Array.from(word).slice(0, LONGEST_WORD).join("");
}

/** Whether words are those of a text that contains all the words of `wanted`, of which the last may go on. */
export function containsWords(words: readonly string[], wanted: string): boolean {
  const all = searchWords(wanted);
  const last = all.pop();
  return last !== undefined && all.every((word) => words.includes(word)) && words.some((word) => word.startsWith(last));
}
