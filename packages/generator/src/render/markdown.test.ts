import fc from "fast-check";
import { expect, test } from "vitest";

import { hostileText } from "./hostile-text.test.fixture.js";
import { markdownText } from "./text.js";

test("a text stays on its line and in its cell, and brings in no HTML", () => {
  expect(markdownText("Use `v2`\ninstead | <b>now</b>\u0000.")).toBe("Use `v2` instead \\| &lt;b>now&lt;/b>.");
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(markdownText(text)).not.toMatch(/[<\n\r\u2028\u0085]|(?<!\\)(?:\\\\)*\|/);
    }),
  );
});
