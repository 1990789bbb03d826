import type { Attributes, Context, Span, Tracer } from "@opentelemetry/api";

type Api = typeof import("@opentelemetry/api");

interface Telemetry {
  readonly api: Api;
  readonly tracer: Tracer;
}

/** For the whole process, as the API's own registry of what collects spans is. Undefined where there is no API: then nothing here does anything. */
let telemetry: Telemetry | undefined;

/** Loads OpenTelemetry's API, if the application has installed it. */
export async function loadTelemetry(): Promise<void> {
  if (telemetry !== undefined) return;
  try {
    const api = await import("@opentelemetry/api");
    telemetry = { api, tracer: api.trace.getTracer("cmgen") };
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}

/** What a span is of. Values have nothing that an object holds: traces are read by more people than objects. */
export interface Traced {
  /** Of few kinds: `list people`. */
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  /** Whether it begins a trace of its own, whatever has led to it. */
  readonly isRoot?: true;
}

/** Whether anything is traced: what would be done for a span alone is not done otherwise. */
export function isTracing(): boolean {
  return telemetry !== undefined;
}

/** Runs something in a span, which ends when its promise is settled. */
export function inSpan<Result>(of: () => Traced, run: () => Promise<Result>): Promise<Result> {
  if (telemetry === undefined) return run();
  const { api, tracer } = telemetry;
  const { name, attributes = {}, isRoot = false } = of();
  return tracer.startActiveSpan(name, { attributes, root: isRoot }, async (span) => {
    try {
      return await run();
    } catch (error) {
      fail(api, span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** What has failed, without its message, which may quote what is stored. */
function fail({ SpanStatusCode }: Api, span: Span, error: unknown): void {
  span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The span of a request. */
export interface RequestSpan {
  /** Runs what answers it: spans within are below this one. */
  run(answer: () => void): void;
  /** The fields of a log line that name it. */
  readonly fields: TraceFields;
  /** @param status undefined for an answer that was not begun. */
  end(status: number | undefined): void;
}

/** Names a span in log lines, as OpenTelemetry spells it. */
export interface TraceFields {
  readonly trace_id?: string;
  readonly span_id?: string;
}

interface TracedRequest {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Without the query, which may hold secrets. */
  readonly path: string;
  /** A resource or a group of endpoints. */
  readonly route: string;
}

/**
 * Begins the span of a request: below the one that its `traceparent` names (W3C Trace Context), or below that of what has received it, where that is
 * traced as well. Undefined where nothing is traced.
 */
export function beginRequestSpan({ method = "GET", headers, path, route }: TracedRequest): RequestSpan | undefined {
  if (telemetry === undefined) return undefined;
  const { api, tracer } = telemetry;
  const active = api.context.active();
  const isReceived = api.trace.getSpan(active) !== undefined;
  const parent = isReceived ? active : api.propagation.extract(active, headers);
  const attributes: Attributes = { "http.request.method": method, "http.route": route, "url.path": path };
  const kind = isReceived ? api.SpanKind.INTERNAL : api.SpanKind.SERVER;
  const span = tracer.startSpan(`${method} ${route}`, { kind, attributes }, parent);
  const context = api.trace.setSpan(parent, span);
  return {
    run: (answer) => api.context.with(context, answer),
    fields: fieldsOf(api, context),
    end: (status) => {
      if (status !== undefined) span.setAttribute("http.response.status_code", status);
      if (status === undefined || status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** Names the span that runs, for log lines; nothing where there is none. */
export function traceFields(): TraceFields {
  return telemetry === undefined ? {} : fieldsOf(telemetry.api, telemetry.api.context.active());
}

function fieldsOf({ trace, isSpanContextValid }: Api, context: Context): TraceFields {
  const span = trace.getSpanContext(context);
  return span === undefined || !isSpanContextValid(span) ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** A `traceparent` (W3C Trace Context, 3.2): version, trace, span, flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}/;

/** The trace that a request belongs to by its `traceparent`, for log lines of a service that traces nothing itself. */
export function callersTrace({ traceparent }: TracedRequest["headers"]): TraceFields {
  const [, trace] = (typeof traceparent === "string" && TRACEPARENT.exec(traceparent)) || [];
  return trace === undefined ? {} : { trace_id: trace };
}

/**
 * The headers that make a request to another service part of the trace of the request which is answered: `createClient({ baseUrl, headers: traceHeaders
 * })`. None where nothing is traced.
 */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  telemetry?.api.propagation.inject(telemetry.api.context.active(), headers);
  return headers;
}
