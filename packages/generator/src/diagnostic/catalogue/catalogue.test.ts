import { describe, expect, test } from "vitest";

import { catalogue } from "./catalogue.js";

describe.each(Object.entries(catalogue))("%s", (code, { message, mend }) => {
  test("has a code of its family", () => {
    expect(code).toMatch(/^CM[1-9]\d{3}$/);
  });

  test("says one sentence, and how to mend it", () => {
    for (const text of [message, mend]) {
      expect(text).toMatch(/[.?}]$/);
      expect(text).not.toMatch(/\s{2}|\n/);
    }
    expect(message.replaceAll(/`[^`]*`|\{\w+\}/g, "")).not.toMatch(/[.?!]\s/);
  });

  test("has placeholders that are names", () => {
    for (const [, inner = ""] of `${message} ${mend}`.matchAll(/\{([^{}]*)\}/g)) {
      expect(inner).toMatch(/^\w+$|[ …]/);
    }
  });
});
