import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-6.0";
import { repositoryRoot } from "../../boundaries/repository.js";

/** A member of a type or of an object, as its doc comment describes it. */
export interface DocumentedMember {
  readonly name: string;
  /** The declared type, or the value in an object; of a method its parameters. */
  readonly type: string;
  /** What the comment says, without the sentence about the default. */
  readonly meaning: string;
  /** What stands behind "Default" in the comment. */
  readonly fallback: string;
  /** The environment variable that the comment names. */
  readonly variable: string | undefined;
}

/** Reads the members of an interface, or of the object that a constant is declared as, in the order of the source. */
export function documentedMembers(path: string, name: string): readonly DocumentedMember[] {
  const text = readFileSync(join(repositoryRoot, path), "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const members = source.statements.flatMap((statement) => membersOf(statement, name));
  if (members.length === 0) throw new Error(`${path} declares no ${name} with members`);
  return members.map((member) => describeMember(member, source));
}

type Member = ts.PropertySignature | ts.PropertyAssignment;

function membersOf(statement: ts.Statement, name: string): readonly Member[] {
  if (ts.isInterfaceDeclaration(statement) && statement.name.text === name)
    return statement.members.filter(ts.isPropertySignature);
  if (!ts.isVariableStatement(statement)) return [];
  const value = statement.declarationList.declarations.find((each) => each.name.getText() === name)?.initializer;
  const object = value && objectIn(value);
  return object?.properties.filter(ts.isPropertyAssignment) ?? [];
}

/** The object behind `as const` and `satisfies`. */
function objectIn(value: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(value)) return value;
  return ts.isAsExpression(value) || ts.isSatisfiesExpression(value) ? objectIn(value.expression) : undefined;
}

function describeMember(member: Member, source: ts.SourceFile): DocumentedMember {
  const comment = commentOf(member);
  const type = ts.isPropertySignature(member) ? member.type : member.initializer;
  const [stated = "", fallback = ""] = /\bDefaults?:? (.+?)(?:\.(?=\s|$)|$)/.exec(comment) ?? [];
  return {
    name: member.name.getText(source),
    type: spelledOut(type?.getText(source) ?? "", source),
    meaning: comment.replace(stated, "").replaceAll(/\s+/g, " ").trim(),
    fallback,
    variable: /`([A-Z][A-Z_]{3,})\b[^`]*`/.exec(stated)?.[1],
  };
}

/** A type without `readonly`; what is only a name for some literals is replaced by them. */
function spelledOut(type: string, source: ts.SourceFile): string {
  const aliases = source.statements.filter(ts.isTypeAliasDeclaration);
  const unions = new Map(aliases.map((alias) => [alias.name.text, alias.type.getText(source)]));
  return type
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\breadonly /g, "")
    .replaceAll(/\b([A-Z]\w+)(\[\])?/g, (name: string, alias: string, list: string | undefined) => {
      const union = unions.get(alias) ?? "";
      if (!union.startsWith('"')) return name;
      return list === undefined ? union : `(${union})[]`;
    });
}

function commentOf(member: Member): string {
  const documentation = ts.getJSDocCommentsAndTags(member).find(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(documentation?.comment) ?? "";
  return text
    .replaceAll(/\{@link (?:\w+\.)?(\w+)\}/g, "`$1`")
    .replaceAll("*\\/", "*/")
    .replaceAll(/\s+/g, " ");
}
