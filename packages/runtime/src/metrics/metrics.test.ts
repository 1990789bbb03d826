import { describe, expect, it } from "vitest";
import { Metrics, printLabels } from "./metrics.js";

describe("Metrics", () => {
  it("counts requests and times them", () => {
    const metrics = new Metrics();
    for (const seconds of [0.002, 0.03, 20]) metrics.record({ method: "GET", route: "people", status: 200, seconds });
    metrics.record({ method: "PUT", route: "people", status: 409, seconds: 0.001 });
    const lines = metrics.print().split("\n");
    expect(lines).toContain('cmgen_http_requests_total{method="GET",route="people",status="200"} 3');
    expect(lines).toContain('cmgen_http_requests_total{method="PUT",route="people",status="409"} 1');
    expect(lines).toContain('cmgen_http_request_duration_seconds_bucket{route="people",le="0.001"} 1');
    expect(lines).toContain('cmgen_http_request_duration_seconds_bucket{route="people",le="0.05"} 3');
    expect(lines).toContain('cmgen_http_request_duration_seconds_bucket{route="people",le="10"} 3');
    expect(lines).toContain('cmgen_http_request_duration_seconds_bucket{route="people",le="+Inf"} 4');
    expect(lines).toContain('cmgen_http_request_duration_seconds_count{route="people"} 4');
    expect(lines.at(-1)).toBe("");
  });

  it("reads gauges when it prints", () => {
    let depth = 1;
    const metrics = new Metrics([
      { name: "queue", help: "Waiting.", read: () => new Map([[printLabels({ of: "welcome" }), depth]]) },
    ]);
    depth = 7;
    expect(metrics.print()).toContain('# TYPE queue gauge\nqueue{of="welcome"} 7\n');
  });

  it("escapes labels", () => {
    expect(printLabels({ a: 'x"\\\n' })).toBe('{a="x\\"\\\\\\n"}');
  });
});
