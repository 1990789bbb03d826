/**
 * Orders two strings by code point, as the databases do with UTF-8: negative, zero or positive. JavaScript's own `<` goes by UTF-16
 * unit, which puts the characters past U+FFFF before those from U+E000 on.
 */
export function compareCodePoints(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  for (let at = 0; at < end; at++) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return inCodePointOrder(a) - inCodePointOrder(b);
  }
  return left.length - right.length;
}

/** Moves surrogates behind the rest of the units, where the characters they stand for belong. */
function inCodePointOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
