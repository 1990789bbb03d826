/** Words that English makes a plural of in its own way, as far as they are likely to name a model. */
const irregular: Readonly<Record<string, string>> = {
  person: "people",
  child: "children",
  datum: "data",
  index: "indexes",
};

/** The plural of a noun in lowercase, by the rules of English: a guess, which `--plural` corrects. */
export function pluralOf(noun: string): string {
  for (const [singular, plural] of Object.entries(irregular)) {
    if (noun.endsWith(singular)) return noun.slice(0, -singular.length) + plural;
  }
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
