import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { Flash } from "../design/flash.js";
import { Instant } from "../design/time.js";
import { recordOf, textOf } from "../api/json.js";
import type { Schema } from "../api/model.js";
import { memberSchema, referenceOfSchema, resolveSchema } from "../api/schema.js";
import { useService } from "../api/document-context.js";
import { findKind } from "../api/read-document.js";
import { texts } from "../texts.js";

interface ValueViewProps {
  readonly schema: Schema;
  readonly value: unknown;
}

/** A value for readers: members by name with what the schema says of them, lists item by item, names of other objects as links. */
export function ValueView({ schema, value }: ValueViewProps): ReactElement {
  if (Array.isArray(value)) return <Items schema={schema} items={value} />;
  if (typeof value === "object" && value !== null) return <Members schema={schema} value={recordOf(value)} />;
  return <PlainValue schema={schema} value={value} />;
}

function Members({
  schema,
  value,
}: {
  readonly schema: Schema;
  readonly value: Readonly<Record<string, unknown>>;
}): ReactElement {
  const { schemas } = useService();
  const members = Object.entries(value);
  if (members.length === 0) return <span className="muted">{texts.none}</span>;
  return (
    <dl className="members">
      {members.map(([name, each]) => {
        const of = memberSchema(schemas, schema, name);
        const help = textOf(of["description"]);
        return (
          <div key={name}>
            <dt>
              {name}
              {help !== undefined && <small className="muted help">{help}</small>}
            </dt>
            <dd>
              <ValueView schema={of} value={each} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Items({ schema, items }: { readonly schema: Schema; readonly items: readonly unknown[] }): ReactElement {
  const { schemas } = useService();
  const ofItems = resolveSchema(schemas, recordOf(schema["items"]));
  if (items.length === 0) return <span className="muted">{texts.none}</span>;
  return (
    <ul className="items">
      {items.map((item, at) => (
        <li key={at}>
          <ValueView schema={ofItems} value={item} />
        </li>
      ))}
    </ul>
  );
}

function PlainValue({ schema, value }: ValueViewProps): ReactElement {
  const { models } = useService();
  const reference = referenceOfSchema(schema);
  const target = reference && findKind(models, reference);
  const text = value === null ? "null" : String(value);
  if (target !== undefined && typeof value === "string") {
    const { group, version, plural } = target;
    return (
      <Flash text={text}>
        <Link to="/$group/$version/$plural/$name" params={{ group, version, plural, name: value }}>
          {value}
        </Link>
      </Flash>
    );
  }
  const isInstant = schema["format"] === "date-time" && typeof value === "string";
  return (
    <Flash text={text}>
      {isInstant ? (
        <Instant value={value} />
      ) : (
        <span className={text.includes("\n") ? "lines" : undefined}>{text}</span>
      )}
    </Flash>
  );
}
