/**
 * The function, but it runs once for each object: for data that is never changed, and of which several stages ask the same. What it
 * returned is kept as long as the object is.
 */
export function oncePer<Given extends object, Result>(make: (given: Given) => Result): (given: Given) => Result {
  const made = new WeakMap<Given, { readonly result: Result }>();
  return (given) => {
    const known = made.get(given) ?? { result: make(given) };
    made.set(given, known);
    return known.result;
  };
}
