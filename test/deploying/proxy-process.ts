import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { pageBlock, replaceIn } from "./page-block.js";

export interface Proxy {
  /** `https://localhost:<port>`. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Files that a proxy is started with. */
export interface ProxyFolder {
  readonly folder: string;
  /** A certificate of `localhost`, and its key. */
  readonly certificate: string;
  readonly key: string;
}

/** Makes a certificate of `localhost` that signs itself. */
export function makeCertificate(folder: string): ProxyFolder {
  const [certificate, key] = [join(folder, "localhost.pem"), join(folder, "localhost.key")];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
  const files = ["-addext", "subjectAltName=DNS:localhost", "-out", certificate, "-keyout", key];
  execFileSync("openssl", [...request, ...files], { stdio: "ignore" });
  return { folder, certificate, key };
}

/** Starts an nginx with the page's configuration in front of one service, or of two processes of it. */
export async function startNginx(
  { folder, certificate, key }: ProxyFolder,
  services: readonly string[],
): Promise<Proxy> {
  const port = await freePort();
  const page = pageBlock("nginx");
  const isOne = services.length === 1;
  const site = replaceIn(isOne ? page : page.replace(/^upstream .*?^\}\n/ms, () => pageBlock("nginx several")), {
    ...places(services),
    "listen 443 ssl http2;": `listen 127.0.0.1:${port} ssl http2;`,
    "/etc/letsencrypt/live/people.example.com/fullchain.pem": certificate,
    "/etc/letsencrypt/live/people.example.com/privkey.pem": key,
  });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  // As root, the workers would be a user who cannot write below the folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const main = `${user} daemon off; worker_processes 1; pid ${join(folder, "nginx.pid")}; events {}`;
  const file = join(folder, "nginx.conf");
  writeFileSync(file, `${main}\nhttp {\naccess_log off;\n${temporary.join("\n")}\n${site}}\n`);
  return startProxy(spawn("nginx", ["-e", "stderr", "-p", folder, "-c", file]), port);
}

/** Starts a Caddy with the page's configuration in front of one service, or of two processes of it. */
export async function startCaddy(
  { folder, certificate, key }: ProxyFolder,
  services: readonly string[],
): Promise<Proxy> {
  const port = await freePort();
  const site = replaceIn(pageBlock(services.length === 1 ? "caddyfile" : "caddyfile several"), {
    "people.example.com {": `https://localhost:${port} {\n  bind 127.0.0.1\n  tls ${certificate} ${key}`,
    ...places(services),
  });
  const file = join(folder, "Caddyfile");
  writeFileSync(file, `{\n  admin off\n  auto_https off\n}\n${site}`);
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  return startProxy(spawn("caddy", ["run", "--adapter", "caddyfile", "--config", file], { env }), port);
}

/** The addresses of the page, and those that are meant. */
function places(services: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(services.map((service, at) => [`127.0.0.1:${8090 + at}`, new URL(service).host]));
}

async function startProxy(child: ChildProcess, port: number): Promise<Proxy> {
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (written += String(chunk)));
  const deadline = Date.now() + 20_000;
  while (!(await accepts(port))) {
    if (child.exitCode === null && Date.now() < deadline) continue;
    child.kill("SIGKILL");
    throw new Error(`The proxy did not start:\n${written}`);
  }
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  return { url: `https://localhost:${port}`, stop };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => setTimeout(() => resolve(false), 50));
    socket.once("connect", () => socket.destroy());
  });
}
