import { describe, expect, it } from "vitest";
import { documentationPage } from "./documentation-page.js";

describe("the documentation page", () => {
  it("lists operations, and shows text as text", () => {
    const page = documentationPage(
      {
        info: { title: "<People>", version: "1" },
        paths: { "/apis/{name}": { get: { summary: 'Read "one" & more' }, post: {} } },
      },
      "",
    );
    expect(page).toContain("<title>&lt;People&gt;</title>");
    expect(page).toContain('<td class="method">get<td><code>/apis/{name}</code><td>Read &quot;one&quot; &amp; more');
    expect(page).toContain('<td class="method">post');
  });

  it("loads nothing and runs nothing", () => {
    const page = documentationPage({}, "/people");
    expect(page).toContain('<a href="/people/readyz">');
    expect(page).not.toMatch(/<script|<link|<img|https?:/);
  });
});
