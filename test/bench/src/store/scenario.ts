/** Something the store does, and a hand-written program does as well. */
export interface Scenario {
  readonly name: string;
  cmgen(round: number): unknown;
  raw(round: number): unknown;
}
