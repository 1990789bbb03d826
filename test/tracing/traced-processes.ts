import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { json } from "node:stream/consumers";

/** A span, as OTLP has it in JSON. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code?: number };
  /** Which process has sent it: its `service.name`. */
  readonly service: string;
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span["attributes"] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, "service">[] }[];
  }[];
}

/** Receives what OpenTelemetry's own exporter sends (OTLP over HTTP). */
export class Collector {
  readonly spans: Span[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      void json(request).then((sent) => {
        this.#receive(sent as Exported);
        response.setHeader("content-type", "application/json").end("{}");
      });
    });
  }

  #receive({ resourceSpans }: Exported): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(resource.attributes.find(({ key }) => key === "service.name")?.value["stringValue"]);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) this.spans.push({ ...span, service });
    }
  }

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** A service in a process of its own. */
export interface TracedProcess {
  readonly url: string;
  /** Its log lines so far. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  stop(): Promise<void>;
}

/** @param modules loaded before the service, from this folder. */
export async function startTraced(
  modules: readonly string[],
  { name, collector, other }: { readonly name: string; readonly collector: string; readonly other?: string },
): Promise<TracedProcess> {
  const imports = modules.flatMap((module) => ["--import", join(import.meta.dirname, module)]);
  const service = join(import.meta.dirname, "service.mjs");
  const child = spawn(process.execPath, [...imports, service, ...(other === undefined ? [] : [other])], {
    env: { ...process.env, OTEL_SERVICE_NAME: name, OTEL_EXPORTER_OTLP_ENDPOINT: collector, CMGEN_ACCESS_LOG: "true" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: Record<string, unknown>[] = [];
  const url = await firstUrl(child, lines);
  return {
    url,
    lines,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function firstUrl({ stdout }: ChildProcess, lines: Record<string, unknown>[]): Promise<string> {
  if (stdout === null) throw new Error("The service has no output.");
  const reading = createInterface({ input: stdout });
  return new Promise((resolve, reject) => {
    reading.on("line", (line) => {
      const read = JSON.parse(line) as Record<string, unknown>;
      if (typeof read["url"] === "string" && read["msg"] === undefined) resolve(read["url"]);
      else lines.push(read);
    });
    reading.once("close", () => reject(new Error("The service ended before it had started.")));
  });
}
