import { ensureInstalled } from "../steps/install.mjs";
import { main } from "../steps/main.mjs";
import { stopWithParent } from "../steps/stop-with-parent.mjs";
import { turbo } from "../steps/turbo.mjs";

// From a fresh clone to a running people service. Each step does only what is missing, so that a second start takes seconds.
await main(async () => {
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent();
  await ensureInstalled();
  console.log("cmgen: building packages, generating and compiling examples/people (only what changed)");
  await turbo(["build"], ["--filter=@cmgen-examples/people"]);
  console.log("cmgen: starting the people service (PORT, HOST and CMGEN_DATABASE_URL change where)");
  // In this very process: signals, the exit code and the terminal are the service's own.
  await import("../../examples/people/dist/generated/server.js");
});
