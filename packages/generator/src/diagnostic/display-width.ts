/** Characters that a terminal gives two columns: East Asian wide and fullwidth ones, and pictographs (UAX #11, UTS #51). */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}/u;

/** Characters without a width of their own: marks that join to the one before, and format characters. */
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

// Made when a text is measured: it takes 20 ms, and most runs print no diagnostic.
let segmenter: Intl.Segmenter | undefined;

/** How many columns of a terminal a text takes. Tabs and other control characters are not for it: see {@link printable}. */
export function displayWidth(text: string): number {
  segmenter ??= new Intl.Segmenter();
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    if (zeroWidth.test(segment)) continue;
    width += wide.test(segment) ? 2 : 1;
  }
  return width;
}

/** The text with tabs as blanks, and with nothing in it that a terminal would obey. */
export function printable(text: string): string {
  return text.replaceAll("\t", "    ").replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}
