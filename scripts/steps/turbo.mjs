import { runStep } from "./run.mjs";
import { nodeTool } from "./tools.mjs";

const quiet = { TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", TURBO_NO_UPDATE_NOTIFIER: "1" };

/** Runs tasks over the workspaces in the order of their dependencies; what has not changed since the last time is not done again. */
export async function turbo(tasks, flags = []) {
  const command = nodeTool("turbo/bin/turbo", ["run", ...tasks, "--output-logs=errors-only", "--ui=stream", ...flags]);
  await runStep(`${tasks.join(" and ")}`, command, { env: quiet });
}
