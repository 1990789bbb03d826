import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { Comment, CommentTag } from "typedoc";

/** Lines: a longer snippet says more of something else. */
const LONGEST = 60;

/** Where a name is a word, and not used. */
const commentsAndStrings = /\/\*.*?\*\/|\/\/[^\n]*|"[^"\n]*"|`[^`]*`/gs;

/** Folders below docs/ whose snippets are not for readers of the reference, and what is generated. */
const left = /^(node_modules|dist|api|decisions|diagnostics|generated|test)$/;

/**
 * Gives every name of the modules the shortest snippet that uses it, as an example: from the pages, whose snippets are compiled by a test,
 * else from a file of the examples. A name that neither uses gets none.
 */
export function addExamples(modules, root) {
  const snippets = [...pageSnippets(join(root, "docs")), ...exampleFiles(join(root, "examples"))];
  for (const { name, children = [] } of modules) {
    for (const child of children) {
      const word = new RegExp(`(?<![\\w$.])${child.name.replaceAll("$", "\\$")}(?![\\w$])`);
      const found = snippets.find(({ code }) => word.test(code));
      if (found !== undefined) addExample(child, found, depthOf(name));
    }
  }
}

/** How far a module's page is below docs/. */
function depthOf(moduleName) {
  return moduleName.split("/").length;
}

function addExample(reflection, { text, language, place, page }, depth) {
  const link = page === undefined ? place : `[${place}](${"../".repeat(depth)}${page})`;
  const content = [
    { kind: "text", text: `From ${link}:\n\n` },
    { kind: "code", text: `\`\`\`${language}\n${text}\`\`\`` },
  ];
  // What a function does is said at its signatures.
  for (const target of reflection.signatures?.slice(0, 1) ?? [reflection]) {
    target.comment ??= new Comment();
    target.comment.blockTags.push(new CommentTag("@example", content));
  }
}

/** Shortest first. */
function pageSnippets(docs) {
  const snippets = filesBelow(docs, /\.md$/).flatMap((path) => {
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
  const files = filesBelow(examples, /\.tsx?$/).map((path) => ({
    language: "ts",
    text: readFileSync(path, "utf8"),
    place: `examples/${relative(examples, path).split(sep).join("/")}`,
  }));
  return shortestFirst(files);
}

function shortestFirst(snippets) {
  const lines = ({ text }) => text.split("\n").length;
  return snippets
    .filter((snippet) => lines(snippet) <= LONGEST)
    .toSorted((a, b) => lines(a) - lines(b))
    .map((snippet) => ({ ...snippet, code: snippet.text.replaceAll(commentsAndStrings, "") }));
}

function filesBelow(folder, pattern) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (left.test(entry.name)) return [];
    return entry.isDirectory() ? filesBelow(path, pattern) : pattern.test(entry.name) ? [path] : [];
  });
}
