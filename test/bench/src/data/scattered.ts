/** A cheap hash of whole numbers that looks random: the same data on every machine. */
export function scattered(seed: number, modulus: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d);
  const more = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((more ^ (more >>> 15)) >>> 0) % modulus;
}
