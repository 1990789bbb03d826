export type { Country } from "./country.js";
import type { Country } from "./country.js";

/** Where it is delivered. */
export interface Address {
  street: string;
  country: Country;
}
