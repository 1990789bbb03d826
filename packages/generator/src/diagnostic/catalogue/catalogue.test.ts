import { describe, expect, test } from "vitest";

import { catalogue } from "./catalogue.js";

describe.each(Object.entries(catalogue))("%s", (code, { message, fix }) => {
  test("has a code of its family", () => {
    expect(code).toMatch(/^CM[1-9]\d{3}$/);
  });

  test("says one sentence, and how to fix it", () => {
    for (const text of [message, fix]) {
      expect(text).toMatch(/[.?}]$/);
      expect(text).not.toMatch(/\s{2}|\n/);
    }
    expect(message + fix).not.toMatch(/\b(?:spec|contract) \d|\(contract/);
    expect(message.replaceAll(/`[^`]*`|\{\w+\}/g, "")).not.toMatch(/[.?!]\s/);
  });

  test("has placeholders that are names", () => {
    for (const [, inner = ""] of `${message} ${fix}`.matchAll(/\{([^{}]*)\}/g)) {
      expect(inner).toMatch(/^\w+$|[ …]/);
    }
  });
});
