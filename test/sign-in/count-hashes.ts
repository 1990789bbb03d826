import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { onTestFinished, vi } from "vitest";

/** What a hash of a password was asked to cost. */
export interface ComputedHash {
  readonly length: unknown;
  readonly options: unknown;
}

/** Notes the hashes that this process computes until the test ends. Returns what gives those since it was last called. */
export function countHashes(): () => readonly ComputedHash[] {
  const spy = vi.spyOn(crypto, "scrypt");
  // Modules have imported the function by its name.
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return () => {
    const computed = (spy.mock.calls as readonly (readonly unknown[])[]).map(([, , length, options]) => ({
      length,
      options,
    }));
    spy.mockClear();
    return computed;
  };
}
