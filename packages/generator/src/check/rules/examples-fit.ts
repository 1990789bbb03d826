import { diagnose } from "../../diagnostic/diagnose.js";
import type { Documentation, Type } from "../../model/type.js";
import type { SourceSpan } from "../../model/source-span.js";
import type { CheckContext } from "../check-context.js";
import { misfit } from "../types/misfit.js";
import { shortText } from "../../diagnostic/short-text.js";
import type { Rule } from "../rule.js";

/** An example is a value of the type it is an example of: documentation shows it to callers. */
export const examplesFit: Rule = function* (context) {
  for (const { documentation, type, tagSpans, span } of context.properties) {
    if (documentation.examples === undefined) continue;
    yield* misfits(context, documentation, { type, span: tagSpans?.example ?? span });
  }
  for (const { documentation, type, span } of context.project.types) {
    yield* misfits(context, documentation, { type, span: type.tagSpans?.example ?? span });
  }
};

interface Subject {
  readonly type: Type;
  readonly span: SourceSpan;
}

function* misfits(
  { lookup }: CheckContext,
  { examples = [] }: Documentation,
  { type, span }: Subject,
): ReturnType<Rule> {
  for (const value of examples) {
    const problem = misfit(lookup, value, type);
    if (problem !== undefined) yield diagnose("CM4009", span, { value: shortText(JSON.stringify(value)), problem });
  }
}
