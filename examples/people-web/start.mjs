// Starts the people service and the page's development server, each on a port of its own, until Ctrl-C.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const servicePort = process.env.SERVICE_PORT ?? "8090";
const pagePort = Number(process.env.PORT ?? "5173");
process.env.VITE_SERVICE_URL = `http://127.0.0.1:${servicePort}`;

const page = await createServer({
  root: fileURLToPath(new URL(".", import.meta.url)),
  server: { host: "127.0.0.1", port: pagePort, strictPort: true },
});
await page.listen();

const people = fileURLToPath(new URL("../people", import.meta.url));
const service = spawn(process.execPath, ["dist/generated/server.js"], {
  cwd: people,
  stdio: "inherit",
  env: {
    CMGEN_DATABASE_URL: ":memory:",
    ...process.env,
    PORT: servicePort,
    // The page is of another origin than the service: without this, the browser keeps the answers from it.
    CMGEN_CORS_ORIGINS: `http://127.0.0.1:${pagePort},http://localhost:${pagePort}`,
  },
});
console.log(`The page: http://127.0.0.1:${pagePort}\nThe service: ${process.env.VITE_SERVICE_URL}`);

service.on("exit", (code) => {
  void page.close().finally(() => process.exit(code ?? 1));
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => service.kill(signal));
