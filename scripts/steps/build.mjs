import { runLogged } from "./run-logged.mjs";
import { nodeTool } from "./tools.mjs";

const quiet = { TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", TURBO_NO_UPDATE_NOTIFIER: "1" };

/**
 * Builds the workspaces in the order of their dependencies, and generates the examples; what has not changed since the last time is not done
 * again.
 *
 * @param flags turbo's, such as `--filter=./packages/*`.
 */
export async function build(flags = []) {
  const command = ["run", "build", "--output-logs=errors-only", "--ui=stream", ...flags];
  await runLogged("building", nodeTool("turbo/bin/turbo", command), { env: quiet });
}
