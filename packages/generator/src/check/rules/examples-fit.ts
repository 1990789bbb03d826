import { diagnose } from "../../diagnostic/diagnose.js";
import type { Documentation, Type } from "../../model/type.js";
import type { SourceSpan } from "../../model/source-span.js";
import type { CheckContext } from "../check-context.js";
import { shortText } from "../../diagnostic/short-text.js";
import type { Rule } from "../rule.js";
import { isWholeType } from "../types/is-whole-type.js";

/** An example is a value of the type it is an example of: documentation shows it to callers. */
export const examplesFit: Rule = function* (context) {
  for (const { documentation, type, tagSpans, span } of context.properties) {
    if (documentation.examples === undefined) continue;
    yield* misfits(context, documentation, { type, span: tagSpans?.example ?? span });
  }
  for (const { documentation, type, span } of context.named) {
    yield* misfits(context, documentation, { type, span: type.tagSpans?.example ?? span });
  }
};

interface Subject {
  readonly type: Type;
  readonly span: SourceSpan;
}

function* misfits(
  { lookup, values }: CheckContext,
  { examples = [] }: Documentation,
  { type, span }: Subject,
): ReturnType<Rule> {
  if (!isWholeType(type, lookup)) return;
  for (const value of examples) {
    const problem = values.misfit(value, type);
    if (problem !== undefined) yield diagnose("CM4009", span, { value: shortText(JSON.stringify(value)), problem });
  }
}
