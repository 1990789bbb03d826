/** A step that cannot be made; the message names the object and what is wrong with it. */
export class EvolutionError extends Error {
  override readonly name = "EvolutionError";
}
