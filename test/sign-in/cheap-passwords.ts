import { afterAll, beforeAll } from "vitest";
import { scryptCost } from "../../packages/runtime/dist/identity/password-hash.js";

const realCost = { ...scryptCost };

/** While the file's tests run, a hash made in this process takes a millisecond in place of a third of a second. */
export function useCheapPasswords(): void {
  beforeAll(() => void Object.assign(scryptCost, { ln: 8 }));
  afterAll(() => void Object.assign(scryptCost, realCost));
}
