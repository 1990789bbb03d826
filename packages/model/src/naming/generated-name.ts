/** No vowels and no `0`, `1`, `3`: a suffix spells no word and is not misread. */
const SUFFIX_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

/** Characters that {@link generateObjectName} adds. */
export const GENERATED_SUFFIX_LENGTH = 8;

/**
 * Completes `prefix` to an object's name with a random suffix. A name may be taken: the caller tries again.
 * @param random numbers in [0, 1); names are no secret, so the default will do.
 */
export function generateObjectName(prefix: string, random: () => number = Math.random): string {
  let name = prefix;
  for (let added = 0; added < GENERATED_SUFFIX_LENGTH; added++) {
    name += SUFFIX_ALPHABET[Math.floor(random() * SUFFIX_ALPHABET.length)];
  }
  return name;
}
