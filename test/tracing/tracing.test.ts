import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { snippetsOf } from "../docs/snippets.js";
import { Collector, type Span, startTraced, type TracedProcess } from "./traced-processes.js";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";
const traceparent = `00-${TRACE}-${CALLER}-01`;

describe("traces of a request through two services", () => {
  const collector = new Collector();
  let relay: TracedProcess;
  let tracker: TracedProcess;
  let spans: readonly Span[] = [];

  beforeAll(async () => {
    const endpoint = await collector.listen();
    tracker = await startTraced(["telemetry.mjs"], { name: "tracker", collector: endpoint });
    relay = await startTraced(["telemetry.mjs"], { name: "relay", collector: endpoint, other: tracker.url });
    const answer = await fetch(`${relay.url}/relay/comments?secret=1`, { method: "POST", headers: { traceparent } });
    expect(answer.status).toBe(204);
    const relayed = (): readonly Span[] => collector.spans.filter(({ traceId }) => traceId === TRACE);
    await vi.waitFor(
      () =>
        expect(relayed().map(({ name }) => name)).toEqual(expect.arrayContaining(["POST /relay", "create comments"])),
      { timeout: 20_000 },
    );
    spans = relayed();
  });
  afterAll(async () => {
    await relay.stop();
    await tracker.stop();
    collector.close();
  });

  const named = (name: string, service: string): Span => {
    const found = spans.filter((span) => span.name === name && span.service === service);
    expect(found, `${name} of ${service} among ${spans.map((span) => span.name).join(", ")}`).toHaveLength(1);
    return found[0]!;
  };

  it("are one trace, which the caller has begun", () => {
    const first = named("POST /relay", "relay");
    expect([first.parentSpanId, first.kind]).toEqual([CALLER, 2]);
    const second = named("POST comments.tracker.example.com/v1alpha1", "tracker");
    expect([second.parentSpanId, second.kind]).toEqual([first.spanId, 2]);
  });

  it("have a span for the hook and for each use of the store", () => {
    const request = named("POST comments.tracker.example.com/v1alpha1", "tracker");
    for (const name of ["hook prepare comments", "hook check comments", "create comments"])
      expect(named(name, "tracker").parentSpanId).toBe(request.spanId);
  });

  it("say how a request ended, and hold nothing of a query or an object", () => {
    const { attributes } = named("POST /relay", "relay");
    const values = Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
    expect(values).toEqual({
      "http.request.method": "POST",
      "http.route": "/relay",
      "url.path": "/relay/comments",
      "http.response.status_code": 204,
    });
    expect(JSON.stringify(spans)).not.toMatch(/secret|Hello/);
  });

  it("are named in log lines, those of the plugin as well", () => {
    const { spanId } = named("POST /relay", "relay");
    const lines = relay.lines.filter(({ trace_id }) => trace_id === TRACE);
    expect(lines.map(({ msg, span_id }) => [msg, span_id])).toEqual([
      ["relaying", spanId],
      ["request", spanId],
    ]);
  });

  it("have a span for each reconcile, in traces of their own", async () => {
    const reconciles = (): readonly Span[] => collector.spans.filter(({ name }) => name.startsWith("reconcile "));
    await expect.poll(() => reconciles().length).toBeGreaterThan(0);
    const begun = reconciles().length;
    const path = `${tracker.url}/apis/tracker.example.com/v1alpha1/issues/broken-link`;
    const headers = { "content-type": "application/merge-patch+json", traceparent };
    expect((await fetch(path, { method: "PATCH", headers, body: '{"spec":{"title":"Broken"}}' })).status).toBe(200);
    await expect.poll(() => reconciles().length, { timeout: 10_000 }).toBeGreaterThan(begun);
    expect(reconciles().every(({ parentSpanId = "" }) => parentSpanId === "")).toBe(true);
  });
});

it("set-up is what the page says", () => {
  const page = readFileSync(join(repositoryRoot, "docs/tracing.md"), "utf8");
  const shown = snippetsOf("docs/tracing.md", page).find(({ marks }) => marks.includes("telemetry"));
  const tried = readFileSync(join(import.meta.dirname, "telemetry.mjs"), "utf8");
  const withoutComment = (text = ""): string => text.slice(text.indexOf("\n")).trim();
  expect(withoutComment(shown?.text)).toBe(withoutComment(tried));
});

it("a service without OpenTelemetry says in its log which trace a request belongs to", async () => {
  const service = await startTraced(["without-telemetry.mjs"], { name: "none", collector: "http://127.0.0.1:1" });
  try {
    for (const given of [traceparent, "00-zz", `00-${"0".repeat(32)}-${CALLER}-01`])
      await fetch(`${service.url}/healthz`, { headers: { traceparent: given } });
    await expect.poll(() => service.lines.filter(({ msg }) => msg === "request")).toHaveLength(3);
    const requests = service.lines.filter(({ msg }) => msg === "request");
    expect(requests.map(({ trace_id }) => trace_id)).toEqual([TRACE, undefined, undefined]);
  } finally {
    await service.stop();
  }
});
