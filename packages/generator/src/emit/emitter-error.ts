/** An emitter failed, or made what none may make. */
export class EmitterError extends Error {
  override readonly name = "EmitterError";
  /** The emitter's name. */
  readonly emitter: string;

  constructor(emitter: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.emitter = emitter;
  }
}
