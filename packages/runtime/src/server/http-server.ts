import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { holdContinue } from "../http/read-body.js";
import type { Log } from "../log/log.js";
import { asksForUpgrade, ignoreUpgrades, type UpgradeOptions, upgradeOptions } from "./ignore-upgrades.js";
import { type ListenAddress, listenOn } from "./listen-on.js";
import { Pipeline } from "./pipeline.js";
import { refuseOddities } from "./refuse-oddities.js";
import { readDuration } from "./read-duration.js";
import { defaultServerLimits, MAX_HEADER_BYTES, MAX_HEADERS, type ServerLimits } from "./server-limits.js";

/** The interval at which idle connections are closed while the server stops. */
const IDLE_CHECK_MS = 50;

/** The longest interval at which connections are checked for requests that take too long to arrive, and for answers that take long. */
const CONNECTIONS_CHECK_MS = 5000;

/** Several parts of the service, and Node's own streams, listen for the end of an answer. More than ten listeners are not a leak. */
const MOST_LISTENERS = 20;

/** Answers a request. What it returns is called when the answer has been sent or broken off. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => () => void;

export interface HttpServerOptions {
  readonly log: Log;
  readonly limits?: Partial<ServerLimits> | undefined;
}

/**
 * Node's server with a graceful stop and limits for clients that keep it busy. It also answers with problems where Node itself would answer, or
 * close the connection silently.
 */
export class HttpServer {
  readonly #server: Server;
  readonly #pipeline = new Pipeline((request, response) => this.#answer(request, response));
  #listener: Listener | undefined;
  readonly #times: Times;
  readonly #timing: NodeJS.Timeout;

  constructor(options: HttpServerOptions) {
    this.#times = readTimes({ ...defaultServerLimits, ...options.limits });
    this.#server = createServer(nodeOptions(this.#times));
    this.#server.maxHeadersCount = MAX_HEADERS + 1;
    const receive = this.#receive.bind(this);
    this.#server.on("request", receive);
    this.#server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
      holdContinue(request, response);
      receive(request, response);
    });
    // RFC 9110, 10.1.1: a server that does not know an expectation may go on as if there were none.
    this.#server.on("checkExpectation", receive);
    this.#server.on("timeout", (socket: Socket) => this.#quiet(socket));
    this.#timing = this.#timeLongAnswers(this.#times.stalledTimeout);
    ignoreUpgrades(this.#server, (socket, then) => this.#pipeline.afterAnswers(socket, then));
    refuseOddities(this.#server, {
      log: options.log,
      underWay: (socket) => this.#pipeline.answerOn(socket),
      lingerMs: this.#times.lingerTimeout,
    });
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    // Node drops what follows such a request. A client that is disconnected knows that it must send that again.
    if (request.headers.upgrade !== undefined && asksForUpgrade(request)) response.setHeader("connection", "close");
    this.#pipeline.enter(request, response);
  }

  /** One listener for the end of an answer calls all that must know of it: every request would pay for each more. */
  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    response.setMaxListeners(MOST_LISTENERS);
    const ended = this.#listener?.(request, response);
    // Node emits it once, and `once` would make two objects more.
    response.on("close", () => {
      ended?.();
      this.#pipeline.leave(socket);
      if (!request.complete) this.#letIn(request, socket);
    });
  }

  /** A refused client may still be sending. The rest is read for a while, since closing the connection at once could lose the answer. */
  #letIn(request: IncomingMessage, socket: Socket): void {
    request.resume();
    const timer = setTimeout(() => {
      if (!request.complete) socket.destroy();
    }, this.#times.lingerTimeout);
    timer.unref();
    request.once("close", () => clearTimeout(timer));
  }

  /**
   * Sets a timeout on connections whose answer is under way for some time. Most are sent before that: Node's own timeout for a server would be set
   * and removed for each of them.
   */
  #timeLongAnswers(stalledTimeout: number): NodeJS.Timeout {
    const set = (): void => {
      for (const answer of this.#pipeline.untimedAnswers()) answer.socket?.setTimeout(stalledTimeout);
    };
    return setInterval(set, Math.min(CONNECTIONS_CHECK_MS, stalledTimeout)).unref();
  }

  /** Nothing has moved on a connection: its client reads nothing, or it is waiting for an answer, which is allowed. */
  #quiet(socket: Socket): void {
    if (socket.writableLength > 0 || this.#pipeline.answerOn(socket) === undefined) socket.destroy();
  }

  /** Takes a connection that did not come by the network. */
  accept(connection: Duplex): void {
    this.#server.emit("connection", connection);
  }

  /** From now on, requests are answered by this listener. */
  answerBy(listener: Listener): void {
    this.#listener = listener;
  }

  /**
   * Listens, and returns the URL.
   * @throws {ConfigurationError} when it cannot listen on the address.
   */
  listen(address: ListenAddress): Promise<string> {
    return listenOn(this.#server, address);
  }

  /** Stops accepting, lets running answers finish, and destroys the remaining connections after `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    // Tells clients with open connections that they end with this answer.
    for (const answer of this.#pipeline.answers()) if (!answer.headersSent) answer.setHeader("connection", "close");
    const idle = setInterval(() => this.#server.closeIdleConnections(), IDLE_CHECK_MS);
    const timeout = setTimeout(() => this.#server.closeAllConnections(), timeoutMs);
    await closed;
    clearInterval(idle);
    clearInterval(this.#timing);
    clearTimeout(timeout);
  }
}

const times = ["headersTimeout", "requestTimeout", "stalledTimeout", "lingerTimeout"] as const;

/** Limits in milliseconds. */
type Times = Readonly<Record<(typeof times)[number], number>>;

/** @throws {ConfigurationError} for a limit that is not a duration. */
function readTimes(limits: ServerLimits): Times {
  return Object.fromEntries(times.map((name) => [name, readDuration(`limits.${name}`, limits[name])])) as Times;
}

function nodeOptions({ headersTimeout, requestTimeout }: Times): ServerOptions & UpgradeOptions {
  return {
    ...upgradeOptions,
    // Checked by us, since Node would answer with a bare status.
    requireHostHeader: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Node requires that the part takes no longer than the whole.
    headersTimeout: Math.min(headersTimeout, requestTimeout),
    requestTimeout,
    connectionsCheckingInterval: Math.min(CONNECTIONS_CHECK_MS, headersTimeout, requestTimeout),
  };
}
