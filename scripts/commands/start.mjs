import { once } from "node:events";
import { createServer } from "node:net";
import { build } from "../steps/build.mjs";
import { ensureInstalled } from "../steps/install.mjs";
import { isReady } from "../steps/is-ready.mjs";
import { main } from "../steps/main.mjs";
import { StepFailed } from "../steps/step-failed.mjs";
import { stopWithParent } from "../steps/stop-with-parent.mjs";

const port = Number(process.env.PORT ?? 8090);
const host = process.env.HOST ?? "127.0.0.1";

// From a fresh clone to a running people service. Each step does only what is missing, so that a second start takes seconds.
await main(async () => {
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent();
  // First, since the rest takes minutes the first time.
  await assertPortIsFree();
  await ensureInstalled();
  await build(["--filter=@cmgen-examples/people"]);
  // In this very process: signals, the exit code and the terminal are the service's own.
  await import("../../examples/people/dist/generated/server.js");
  await announce();
});

async function assertPortIsFree() {
  // The service says what is wrong with a port that is not one.
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return;
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    if (error.code !== "EADDRINUSE") return;
    const other = port === 8090 ? 8091 : 8090;
    throw new StepFailed(
      `Port ${port} is in use: stop what listens there, or choose another one: PORT=${other} npm start`,
      1,
    );
  } finally {
    server.close();
  }
}

/** Says where everything is, once the service answers. */
async function announce() {
  const shown = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  const url = `http://${shown}:${port}`;
  while (!(await isReady(url))) await new Promise((resolve) => setTimeout(resolve, 50));
  console.log(`service  ${url}/apis/people.example.com/v1alpha1/people`);
  console.log(`docs     ${url}/docs`);
  console.log(`console  ${url}/console`);
}
