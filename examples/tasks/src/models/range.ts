/** From one value to another, both included. */
export interface Range<T> {
  start: T;
  end: T;
}
