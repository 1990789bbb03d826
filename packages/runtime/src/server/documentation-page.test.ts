import { describe, expect, it } from "vitest";
import { documentationPage, documentationPolicy } from "./documentation-page.js";

const place = { mountPath: "/people", version: "1" };

describe("the documentation page", () => {
  it("shows text as text", () => {
    const page = documentationPage({ info: { title: '<People> & "more"' } }, place);
    expect(page).toContain("<title>&lt;People&gt; &amp; &quot;more&quot;</title>");
  });

  it("loads everything from below the path that the service is published at", () => {
    const page = documentationPage({}, place);
    const addresses = [...page.matchAll(/(?:src|href|data-openapi)="([^"]*)"/g)].map(([, address = ""]) => address);
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) expect(address).toMatch(/^(?:\/people\/|data:)/);
  });

  it("may send requests to the service and to the servers that the document names, and load nothing from them", () => {
    const policy = documentationPolicy(["https://people.example.com"]);
    expect(policy).toContain("connect-src 'self' https://people.example.com;");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
  });
});
