import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { contentSecurityPolicy, pageAt, pageFolder } from "@cmgen/console";
import { durationMs } from "@cmgen/model/internal";

import { exitCode, type ExitCode } from "../exit-code.js";
import { readDuration } from "../read-duration.js";
import { chooseServer, type ChosenServer } from "../server/choose-server.js";
import type { ConnectOptions } from "../server/connect.js";
import type { Terminal } from "../terminal.js";
import { FilesError } from "../usage-error.js";

export interface ServeConsoleOptions extends ConnectOptions {
  /** 0 for any that is free. */
  readonly port: number;
}

/**
 * Serves the console for another service, on this machine's loopback address alone, until Ctrl-C. Requests are passed on to the service with the
 * caller's token, which the browser never has. The address has a secret in it: other users and pages on this machine do not know it.
 *
 * @throws {FilesError} where the port is taken.
 */
export async function serveConsole(options: ServeConsoleOptions, terminal: Terminal): Promise<ExitCode> {
  const chosen = chooseServer(options, terminal.workingFolder);
  const timeout = durationMs(readDuration(options.timeout, "timeout")) ?? 0;
  const base = `/${randomBytes(16).toString("base64url")}`;
  const server = createServer(answersOf({ ...chosen, timeout }, base));
  const interrupted = terminal.interrupted();
  server.listen(options.port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    throw new FilesError(`Port ${options.port} cannot be used: another program may have it. Choose one with --port.`, {
      cause: error,
    });
  }
  const { port } = server.address() as AddressInfo;
  terminal.out(`The console of ${chosen.url}: http://127.0.0.1:${port}${base}/console\nCtrl-C ends it.\n`);
  if (!interrupted.aborted) await once(interrupted, "abort");
  server.close();
  server.closeAllConnections();
  return exitCode.ok;
}

/** What the console loads, by its path below the console. */
interface ConsoleFile {
  readonly url: URL;
  readonly type: string;
}

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

function consoleFiles(): ReadonlyMap<string, ConsoleFile> {
  const below = (folder: string): readonly (readonly [string, ConsoleFile])[] =>
    readdirSync(new URL(folder, pageFolder)).map((name) => {
      const type = types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
      return [`${folder}${name}`, { url: new URL(`${folder}${name}`, pageFolder), type }];
    });
  return new Map([...below("assets/"), ...below("shared/")]);
}

/** The service, and how many milliseconds it has to begin an answer. */
interface Service extends ChosenServer {
  readonly timeout: number;
}

function answersOf(service: Service, base: string): RequestListener {
  const files = consoleFiles();
  const page = readFileSync(new URL("index.html", pageFolder), "utf8");
  return (request, response) => {
    const { port } = request.socket.address() as AddressInfo;
    const target = request.url ?? "/";
    // A page elsewhere could give its own name this machine's address, and so read the answers.
    const isOwn = [`127.0.0.1:${port}`, `localhost:${port}`].includes(request.headers.host ?? "");
    if (!isOwn || !target.startsWith(`${base}/`)) return void response.writeHead(404).end();
    const below = target.slice(base.length);
    const path = below.replace(/[?#].*$/, "");
    if (path !== "/console" && !path.startsWith("/console/"))
      return void passOn({ ...service, url: service.url + below }, request, response);
    const file = files.get(path.slice("/console/".length));
    if (file !== undefined)
      return void response.writeHead(200, { "content-type": file.type }).end(readFileSync(file.url));
    // Of the service's own plugins: what runs in this page is this command's.
    if (path === "/console/extensions.json")
      return void response.writeHead(200, { "content-type": "application/json" }).end('{"modules":[]}');
    return void hasAccessRules(service).then((hasRules) => {
      response.writeHead(200, pageHeaders);
      response.end(pageAt(page, `${base}/console`, { hasAccessRules: hasRules }));
    });
  };
}

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": contentSecurityPolicy,
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** A page does not wait longer than this, in milliseconds, until it is known whether the service has access rules. */
const ASKED_MS = 2000;

/** Whether the service asks who its callers are. One that does not answer may: then the page finds out. */
async function hasAccessRules({ url, token, headers, timeout }: Service): Promise<boolean> {
  const asked = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers };
  try {
    const signal = AbortSignal.timeout(Math.min(timeout, ASKED_MS));
    const answer = await fetch(`${url}/apis/-/whoami`, { headers: asked, redirect: "manual", signal });
    await answer.body?.cancel();
    return answer.status !== 404;
  } catch {
    return true;
  }
}

/** What is about one connection, or says where the page is; cookies are those of other programs at this address. */
const notPassedOn = new Set(
  "host connection keep-alive transfer-encoding upgrade te trailer origin referer cookie accept-encoding".split(" "),
);
const notPassedBack = new Set(
  "connection keep-alive transfer-encoding content-encoding content-length set-cookie".split(" "),
);

/** @param service with the address of what was asked for. */
async function passOn(
  { url, token, headers, timeout }: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const ended = new AbortController();
  response.once("close", () => ended.abort());
  // What has begun may go on for as long as somebody follows it.
  const timer = setTimeout(() => ended.abort(), timeout);
  const given = Object.entries(request.headers).filter(([name]) => !notPassedOn.has(name) && !name.startsWith("sec-"));
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const init: RequestInit & { readonly duplex: "half" } = {
    method: request.method ?? "GET",
    headers: {
      ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(hasBody && { body: Readable.toWeb(request) as ReadableStream<Uint8Array> }),
    duplex: "half",
    redirect: "manual",
    signal: ended.signal,
  };
  try {
    const answer = await fetch(url, init);
    clearTimeout(timer);
    response.writeHead(
      answer.status,
      Object.fromEntries([...answer.headers].filter(([name]) => !notPassedBack.has(name))),
    );
    if (answer.body === null) response.end();
    else await pipeline(chunksOf(answer.body), response);
  } catch {
    // The page says that the service does not answer, and asks again.
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  } finally {
    clearTimeout(timer);
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value;
}
