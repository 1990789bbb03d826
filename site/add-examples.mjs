import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { Comment, CommentTag } from "typedoc";

/** Lines: a longer snippet says more of something else. */
const LONGEST = 60;

/** Where a name is a word, and not used. */
const commentsAndStrings = /\/\*.*?\*\/|\/\/[^\n]*|"[^"\n]*"|`[^`]*`/gs;

/** The module that only generated code imports. */
export const GENERATED_ONLY = "@cmgen/runtime/codegen";

/** Folders below docs/ whose snippets are not for readers of the reference, and what is generated. */
const left = /^(node_modules|dist|api|decisions|diagnostics|generated|test)$/;
const notGenerated = /^(node_modules|dist|test)$/;

/**
 * Gives every name of the modules an example: the shortest snippet that uses it, from the pages, whose snippets are compiled by a test, else
 * from the examples and what is generated for them. A name that nobody writes, such as the type of an option, gets the example of a name whose
 * declaration mentions it.
 *
 * @param modules Reflections of the modules.
 * @param mentions What `mentionsIn` says of the same modules.
 * @returns The names that have none, as `<module>: <name>`.
 */
export function addExamples(modules, mentions, root) {
  const examples = join(root, "examples");
  const snippets = [...pageSnippets(join(root, "docs")), ...exampleFiles(examples)];
  const generated = generatedFiles(root);
  const names = modules.flatMap(({ name: module, children = [] }) =>
    children.map((reflection) => {
      const { name } = reflection;
      const word = new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$])`);
      const snippet =
        module === GENERATED_ONLY ? useInGenerated(generated, word) : snippets.find(({ code }) => word.test(code));
      const example = snippet && { of: name, snippet };
      return { module, name, word, reflection, key: mentions.keyOf(module, name), example };
    }),
  );
  while (takeOver(names, mentions));
  for (const each of names.filter(({ example }) => example === undefined)) {
    const snippet = useInGenerated(generated, each.word);
    if (snippet !== undefined) each.example = { of: each.name, snippet };
  }
  while (takeOver(names, mentions));
  for (const { module, name, reflection, example } of names)
    if (example !== undefined) addExample(reflection, example, { module, name });
  return names.filter(({ example }) => example === undefined).map(({ module, name }) => `${module}: ${name}`);
}

/** Names without an example take over the shortest one of those that mention them; returns whether there were any. */
function takeOver(names, mentions) {
  const having = names
    .filter(({ example }) => example !== undefined)
    .toSorted((a, b) => linesOf(a.example.snippet) - linesOf(b.example.snippet));
  const lacking = names.filter(({ example }) => example === undefined);
  const taken = lacking.flatMap((name) => {
    // Another module may export the same.
    const from = having.find(({ key }) => key === name.key || mentions.of(key).has(name.key));
    return from === undefined ? [] : [{ name, example: from.example }];
  });
  for (const { name, example } of taken) name.example = example;
  return taken.length > 0;
}

/** How far a module's page is below docs/. */
function depthOf(moduleName) {
  return moduleName.split("/").length;
}

function addExample(reflection, { of, snippet }, { module, name }) {
  const { text, language, place, page } = snippet;
  const link = page === undefined ? place : `[${place}](${"../".repeat(depthOf(module))}${page})`;
  const content = [
    { kind: "text", text: of === name ? `From ${link}:\n\n` : `With \`${of}\`, from ${link}:\n\n` },
    { kind: "code", text: `\`\`\`${language}\n${text}\`\`\`` },
  ];
  // What a function does is said at its signatures.
  for (const target of reflection.signatures?.slice(0, 1) ?? [reflection]) {
    target.comment ??= new Comment();
    target.comment.blockTags.push(new CommentTag("@example", content));
  }
}

function pageSnippets(docs) {
  const snippets = filesBelow(docs, /\.md$/, left).flatMap((path) => {
    const markdown = readFileSync(path, "utf8");
    const title = /^# (.+)$/m.exec(markdown)?.[1] ?? basename(path);
    const page = relative(docs, path).split(sep).join("/");
    return [...markdown.matchAll(/^```(tsx?)\b[^\n]*\n(.*?)^```/gms)].map(([, language, text]) => ({
      language,
      text,
      place: title,
      page,
    }));
  });
  return shortestFirst(snippets);
}

function exampleFiles(examples) {
  const snippets = filesBelow(examples, /\.tsx?$/, left).map((path) => ({
    language: "ts",
    text: readFileSync(path, "utf8"),
    place: placeOf(dirname(examples), path),
  }));
  return shortestFirst(snippets);
}

/** Files that cmgen has generated, without their imports: what they use is seldom written by hand. */
function generatedFiles(root) {
  const paths = ["examples", join("test", "golden")].flatMap((folder) =>
    filesBelow(join(root, folder), /\/(generated|made)\/.*\.ts$/, notGenerated),
  );
  return paths.map((path) => {
    const [, code = ""] = /^(?:.*^(?:import|\}) .*from "[^"]+";\n)?(.*)$/ms.exec(readFileSync(path, "utf8")) ?? [];
    return { lines: code.split("\n"), place: placeOf(root, path) };
  });
}

/** The lines around the first use of a name. */
function useInGenerated(files, word) {
  for (const { lines, place } of files) {
    const at = lines.findIndex((line) => !/^\s*(\/?\*|\/\/)/.test(line) && word.test(line));
    if (at === -1) continue;
    const around = lines.slice(Math.max(0, at - 2), at + 4);
    const indent = Math.min(...around.filter((line) => line !== "").map((line) => line.search(/\S/)));
    return {
      language: "ts",
      text: `${around
        .map((line) => line.slice(indent))
        .join("\n")
        .trim()}\n`,
      place,
    };
  }
  return undefined;
}

function placeOf(root, path) {
  return relative(root, path).split(sep).join("/");
}

function shortestFirst(snippets) {
  return snippets
    .filter((snippet) => linesOf(snippet) <= LONGEST)
    .toSorted((a, b) => linesOf(a) - linesOf(b))
    .map((snippet) => ({ ...snippet, code: snippet.text.replaceAll(commentsAndStrings, "") }));
}

function linesOf({ text }) {
  return text.split("\n").length;
}

function filesBelow(folder, pattern, except) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (except.test(entry.name)) return [];
    return entry.isDirectory() ? filesBelow(path, pattern, except) : pattern.test(path) ? [path] : [];
  });
}
