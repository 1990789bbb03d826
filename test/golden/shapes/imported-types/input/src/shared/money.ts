export interface Money {
  amount: number;
  /** @minLength 3 @maxLength 3 */
  currency: string;
}
