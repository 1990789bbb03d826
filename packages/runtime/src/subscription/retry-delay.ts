/** The pause before a message is sent again: about twice as long each time, and never the same for all. */
export function retryDelay(
  attempts: number,
  { first, longest }: { readonly first: number; readonly longest: number },
): number {
  const whole = Math.min(longest, first * 2 ** Math.min(attempts - 1, 30));
  return whole * (0.75 + Math.random() * 0.5);
}
