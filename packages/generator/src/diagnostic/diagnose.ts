import type { SourceSpan } from "../model/source-span.js";
import type { CatalogueEntry } from "./catalogue/catalogue-entry.js";
import { catalogue, type DiagnosticCode } from "./catalogue/catalogue.js";
import type { Diagnostic } from "./diagnostic.js";

/** Names in braces of a template, as a union. Braces around anything else are code that the template shows. */
type Placeholders<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}${" " | "…"}${string}` ? never : Name) | Placeholders<Rest>
  : never;

/** The values that the templates of a code ask for. */
export type DiagnosticValues<Code extends DiagnosticCode> = Readonly<
  Record<Placeholders<(typeof catalogue)[Code]["message"] | (typeof catalogue)[Code]["fix"]>, string | number>
>;

/** A diagnostic of the catalogue with its templates filled in. */
export function diagnose<Code extends DiagnosticCode>(
  code: Code,
  span: SourceSpan | undefined,
  values: DiagnosticValues<Code>,
): Diagnostic {
  const { severity = "error", message, fix }: CatalogueEntry = catalogue[code];
  return { code, severity, message: fill(message, values), fix: fill(fix, values), ...(span && { span }) };
}

function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
