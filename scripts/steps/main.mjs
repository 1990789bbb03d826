import { StepFailed } from "./step-failed.mjs";

/** Runs a script's body: a failed step ends the process with its exit code and one line, anything else with the stack of a bug. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(`cmgen: ${error.message}`);
    process.exitCode = error.exitCode;
  }
}
