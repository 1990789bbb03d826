import type { ObjectBatch } from "../store.js";

const COMMA = 0x2c;

/** Initial capacity. */
const FIRST_BYTES = 160 * 1024;

/** Objects that arrive as texts, as bytes in one buffer, with a comma before each. */
export class TextBatch implements ObjectBatch {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  readonly #ends: number[] = [];

  add(text: string): void {
    const size = Buffer.byteLength(text);
    this.#makeRoom(size + 1);
    this.#bytes[this.#length] = COMMA;
    this.#bytes.write(text, this.#length + 1, size);
    this.#length += size + 1;
    this.#ends.push(this.#length);
  }

  get count(): number {
    return this.#ends.length;
  }

  get joined(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  items(): readonly Uint8Array[] {
    return this.#ends.map((end, place) => this.#bytes.subarray((this.#ends[place - 1] ?? 0) + 1, end));
  }

  #makeRoom(size: number): void {
    const needed = this.#length + size;
    if (needed <= this.#bytes.length) return;
    const bytes = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(bytes, 0, 0, this.#length);
    this.#bytes = bytes;
  }
}
