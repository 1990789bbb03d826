import type { ts } from "ts-morph";

import { compiler } from "../read/compiler.js";
import { stringLiteral } from "../render/text.js";

/** How the author of a file writes what the language leaves open. */
export interface FileStyle {
  readonly quote: '"' | "'";
  readonly semicolon: ";" | "";
  readonly indent: string;
  readonly newline: "\n" | "\r\n";
}

export const defaultStyle: FileStyle = { quote: '"', semicolon: ";", indent: "  ", newline: "\n" };

/** Reads a file's style from what is in it: imports tell of quotes and semicolons. */
export function fileStyle({ text, statements }: ts.SourceFile): FileStyle {
  const imports = statements.filter((statement) => compiler.isImportDeclaration(statement));
  const quotes = imports.map(({ moduleSpecifier }) => text.charAt(moduleSpecifier.end - 1));
  const ends = statements.filter((statement) => !isBlock(statement)).map(({ end }) => text.charAt(end - 1));
  return {
    quote: quotes.filter((quote) => quote === "'").length * 2 > quotes.length ? "'" : '"',
    semicolon: ends.length > 0 && !ends.includes(";") ? "" : ";",
    indent: /^(?:\t| +)(?=[^\s*])/m.exec(text)?.[0] ?? defaultStyle.indent,
    newline: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

/** Whether a statement ends in a brace, whoever writes it. */
function isBlock(statement: ts.Statement): boolean {
  return (
    compiler.isInterfaceDeclaration(statement) ||
    compiler.isFunctionDeclaration(statement) ||
    compiler.isClassDeclaration(statement) ||
    compiler.isEnumDeclaration(statement) ||
    compiler.isModuleDeclaration(statement)
  );
}

/** A text as a string literal. */
export function quoted(text: string, { quote }: Pick<FileStyle, "quote">): string {
  const json = stringLiteral(text);
  return quote === '"'
    ? json
    : `'${json
        .slice(1, -1)
        .replaceAll(String.raw`\"`, '"')
        .replaceAll("'", String.raw`\'`)}'`;
}

/** The text of a new file, written in the default style, in another. Comments stay as they are. */
export function restyled(text: string, style: FileStyle): string {
  const { ScriptTarget, SyntaxKind } = compiler;
  const scanner = compiler.createScanner(ScriptTarget.Latest, false, undefined, text);
  const parts: string[] = [];
  for (let token = scanner.scan(); token !== SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    const written = scanner.getTokenText();
    const endsLine = /^[ \t]*(?:\n|$)/.test(text.slice(scanner.getTokenEnd()));
    if (token === SyntaxKind.StringLiteral) parts.push(quoted(scanner.getTokenValue(), style));
    else if (token === SyntaxKind.SemicolonToken && endsLine) parts.push(style.semicolon);
    else parts.push(written);
  }
  return parts
    .join("")
    .replaceAll(/^(?: {2})+/gm, (spaces) => style.indent.repeat(spaces.length / 2))
    .replaceAll("\n", style.newline);
}
