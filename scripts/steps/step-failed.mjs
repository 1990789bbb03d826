/** A step that did not succeed; its message is for the person at the terminal and its exit code becomes the script's. */
export class StepFailed extends Error {
  constructor(message, exitCode) {
    super(message);
    this.name = "StepFailed";
    this.exitCode = exitCode;
  }
}
