import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { spelledType } from "./denoted.js";
import { mappedNode } from "./mapped-template.js";
import { resolvedSpelling, scopeAt, type Spelling } from "./spelling.js";

interface Keys {
  readonly info: ts.IndexInfo;
  /** How the object is written. */
  readonly spelling: Spelling | undefined;
}

/** How the keys of an object are written: in an index signature, or in a mapped type, which may take them from another object. */
export function keySpelling(reader: Reader, owner: ts.Type, { info, spelling }: Keys): Spelling | undefined {
  const { declaration, keyType } = info;
  const written = declaration?.parameters?.[0]?.type;
  if (declaration !== undefined && written !== undefined)
    return { node: written, scope: scopeAt(reader, declaration, spelling) };
  const mapped = mappedNode(owner);
  const keys = mapped?.typeParameter.constraint;
  if (mapped === undefined || keys === undefined) return undefined;
  const scope = scopeAt(reader, mapped, spelling);
  if (!compiler.isTypeOperatorNode(keys)) return { node: keys, scope };
  const source = resolvedSpelling(reader, { node: keys.type, scope });
  const type = spelledType(reader, source);
  const inner = type && reader.checker.getIndexInfosOfType(type).find((other) => other.keyType === keyType);
  return type && inner && type !== owner ? keySpelling(reader, type, { info: inner, spelling: source }) : undefined;
}
