export enum Currency {
  Euro = "EUR",
  Dollar = "USD",
}

/** An amount of money. */
export interface Price {
  /** @minimum 0 */
  amount: number;
  currency: Currency;
}
