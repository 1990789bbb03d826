import { pascalCase, resourceNames, uncapitalized } from "@cmgen/generator";

import { UsageError } from "../usage-error.js";
import type { ScaffoldFile } from "./scaffold-files.js";

/** The kind that the scaffold's sample has as it lies in `templates/scaffold`. */
export const sampleKind = "Task";

/**
 * Refuses a kind that the sample model cannot have. Later it does not matter: the sample is the author's, and templates of today may use
 * any name.
 *
 * @throws {UsageError} for a kind that is a name of something else in the sample.
 */
export function assertSampleKind(files: readonly ScaffoldFile[], kind: string): void {
  if (kind === sampleKind) return;
  const names = namesIn(files);
  if ([kind, `${kind}Spec`, `${kind}Status`].some((name) => names.has(name))) {
    throw new UsageError(
      `"${kind}" cannot be the first model's kind: the sample uses that name. Choose another with --kind.`,
    );
  }
}

/** The scaffold's files with the sample model under another kind. */
export function withSampleKind(files: readonly ScaffoldFile[], kind: string): readonly ScaffoldFile[] {
  if (kind === sampleKind) return files;
  const replacements = replacementsFor(kind, namesIn(files));
  const renamed = (text: string): string => rename(text, replacements);
  return files.map(({ path, contents }) => ({ path: renamed(path), contents: renamed(contents) }));
}

function namesIn(files: readonly ScaffoldFile[]): ReadonlySet<string> {
  return new Set(
    files.flatMap(({ path, contents }) => (path.endsWith(".ts") ? (contents.match(/\b\w+\b/g) ?? []) : [])),
  );
}

type Replacement = readonly [from: RegExp, to: string];

/** A mark stands for what was replaced until the end, so that a kind such as `TaskOrder` is not replaced again. */
function rename(text: string, replacements: readonly Replacement[]): string {
  const marked = replacements.reduce((all, [from], at) => all.replaceAll(from, `\uE000${at}\uE001`), text);
  return marked.replaceAll(/\uE000(\d+)\uE001/g, (_, at: string) => replacements[Number(at)]?.[1] ?? "");
}

/** In the order in which they are made: what is left after the names is prose. */
function replacementsFor(kind: string, taken: ReadonlySet<string>): readonly Replacement[] {
  const { singular, plural } = resourceNames(kind);
  const words = kind.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ").toLowerCase();
  const last = words.split(" ").at(-1) ?? "";
  const pluralWords = words.slice(0, words.length - last.length) + resourceNames(last).plural;
  const free = (name: string, other: string): string => (taken.has(name) ? other : name);
  const variable = free(uncapitalized(kind), "object");
  return [
    [/\bTasksClient\b|(?<=\bcreate)Tasks(?=Client\b)/g, pascalCase(plural)],
    [/\bTask(?=Spec\b|Status\b|\b)/g, kind],
    [/\btask(?=Model\b)/g, uncapitalized(kind)],
    [/(?<=models\/)task(?=\.ts)/g, words.replaceAll(" ", "-")],
    [/\btask(?=\.(?:metadata|spec|status)\b|, context\)| = await)/g, variable],
    [/\btasks(?=\(\)| = \()/g, free(plural, "objects")],
    [/(?<=["/-])tasks\b/g, plural],
    [/(?<=")task(?=["-])/g, singular],
    ...(/^[aeio]/.test(words) ? ([[/\ba (?=task\b)/g, "an "]] as const) : []),
    [/\btasks\b/g, pluralWords],
    [/\btask\b/g, words],
  ];
}
