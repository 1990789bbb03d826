/**
 * A text as an index that ignores case holds it: two texts are the same there if they differ in case only. That is Unicode's default full case
 * folding of the text in normal form C: `ß` is `ss`, and `ς` is `σ`. No language's own rules count (`ı` is not `i`), and marks do (`é` is not
 * `e`). Every letter that the Unicode of the JavaScript engine knows is folded.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // Through its upper case, I, it would become an i.
  return text.normalize("NFC").split("ı").map(foldLetters).join("ı").normalize("NFC");
}

const ASCII = /^[\0-\x7f]*$/;

/** `ß` has an upper case of two letters, and `ẞ` has that only from its lower case. What a sigma becomes depends on where it stands. */
function foldLetters(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
}
