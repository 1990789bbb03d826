import { belowItem, type HiddenBelow } from "./field-path.js";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d] as const;

/**
 * Cuts what is hidden out of the bytes of an object as `JSON.stringify` prints it: parsing an object and printing it again takes several times as
 * long.
 *
 * @returns the same bytes if nothing is hidden in them; undefined for bytes that are not of that form.
 */
export function withoutHiddenBytes(bytes: Buffer, tree: HiddenBelow): Buffer | undefined {
  const walk = new Walk(bytes);
  const end = walk.value(0, tree);
  if (end !== bytes.length) return undefined;
  return walk.cuts.length === 0 ? bytes : withoutRanges(bytes, walk.cuts);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function withoutRanges(bytes: Buffer, cuts: readonly Range[]): Buffer {
  const parts: Buffer[] = [];
  let kept = 0;
  for (const { from, to } of cuts) {
    parts.push(bytes.subarray(kept, from));
    kept = to;
  }
  parts.push(bytes.subarray(kept));
  return Buffer.concat(parts);
}

/** What a step returns for bytes of another form. No place in bytes is it, and every step that begins there ends there. */
const NOWHERE = -1;

class Walk {
  readonly cuts: Range[] = [];
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Cuts what is hidden in the value at a place, and returns where it ends. */
  value(at: number, node: HiddenBelow): number {
    const first = this.#bytes[at];
    if (first === OPEN_OBJECT) return this.#object(at, node);
    if (first === OPEN_LIST) return this.#list(at, belowItem(node));
    return this.#skip(at);
  }

  #list(start: number, node: HiddenBelow): number {
    let at = start + 1;
    if (this.#bytes[at] === CLOSE_LIST) return at + 1;
    for (;;) {
      at = this.value(at, node);
      if (this.#bytes[at] === CLOSE_LIST) return at + 1;
      if (this.#bytes[at] !== COMMA) return NOWHERE;
      at += 1;
    }
  }

  #object(start: number, node: HiddenBelow): number {
    const bytes = this.#bytes;
    let at = start + 1;
    if (bytes[at] === CLOSE_OBJECT) return at + 1;
    for (let kept = 0; ;) {
      const from = at;
      const colon = this.#text(at);
      if (bytes[colon] !== COLON) return NOWHERE;
      const inner = node.printed.get(bytes.toString("latin1", from, colon)) ?? node.each;
      at = inner === undefined || inner.isHidden ? this.#skip(colon + 1) : this.value(colon + 1, inner);
      const next = bytes[at];
      if (next !== COMMA && next !== CLOSE_OBJECT) return NOWHERE;
      if (inner?.isHidden !== true) kept += 1;
      // A comma goes with it: the one before, or of the first ones the one behind.
      else if (kept > 0) this.cuts.push({ from: from - 1, to: at });
      else this.cuts.push({ from, to: next === COMMA ? at + 1 : at });
      if (next === CLOSE_OBJECT) return at + 1;
      at += 1;
    }
  }

  /** Where the text that begins at a place ends. */
  #text(start: number): number {
    const bytes = this.#bytes;
    if (bytes[start] !== QUOTE) return NOWHERE;
    for (let at = bytes.indexOf(QUOTE, start + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
      let slashes = 0;
      while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1;
      if (slashes % 2 === 0) return at + 1;
    }
    return NOWHERE;
  }

  /** Where the value that begins at a place ends. */
  #skip(start: number): number {
    const bytes = this.#bytes;
    const first = bytes[start];
    if (first === QUOTE) return this.#text(start);
    if (first !== OPEN_OBJECT && first !== OPEN_LIST) return this.#literal(start);
    for (let at = start, depth = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        at = this.#text(at) - 1;
        if (at < start) return NOWHERE;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        depth -= 1;
        if (depth === 0) return at + 1;
      }
    }
    return NOWHERE;
  }

  /** A number, `true`, `false` or `null`. */
  #literal(start: number): number {
    let at = start;
    while (isOfLiteral(this.#bytes[at])) at += 1;
    return at === start ? NOWHERE : at;
  }
}

/** Letters, digits, `+`, `-` and `.`. */
function isOfLiteral(byte = 0): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || isSign(byte) || byte === 0x45;
}

function isSign(byte: number): boolean {
  return byte === 0x2b || byte === 0x2d || byte === 0x2e;
}
