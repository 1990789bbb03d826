import { useState, type ReactElement } from "react";
import { Button } from "../design/button.js";
import { recordOf, textsOf, type Json } from "../api/json.js";
import type { Schema } from "../api/model.js";
import { declaredMember } from "../schema/violations.js";
import { texts } from "../texts.js";
import { EntryField, NewEntry } from "./entries.js";
import { leadsTo, useForm, type FieldProps, type ShapedFieldProps } from "./form-context.js";
import { GroupFrame } from "./group-frame.js";

interface MembersFieldProps extends ShapedFieldProps {
  readonly members: Json;
}

/** Objects in objects that are open from the start. */
const OPEN_LEVELS = 4;

/** An object: the members that its schema names, and those that have any name. One deep within others is opened on demand. */
export function MembersField(props: MembersFieldProps): ReactElement {
  const { path, label, shape, members } = props;
  const { target } = useForm();
  const [isOpened, setOpened] = useState(path.length <= OPEN_LEVELS);
  const isOpen = isOpened || (leadsTo(path, target) && target?.length !== path.length);
  return (
    <GroupFrame {...props}>
      {isOpen ? (
        <MemberList path={path} label={label} schema={shape.schema} members={members} />
      ) : (
        <div>
          <Button onClick={() => setOpened(true)}>{texts.form.open(label)}</Button>
        </div>
      )}
    </GroupFrame>
  );
}

interface MemberListProps {
  readonly path: FieldProps["path"];
  readonly label: string;
  readonly schema: Schema;
  readonly members: Json;
  /** Members that are shown elsewhere. */
  readonly without?: readonly string[];
}

/** The members of an object, without a frame. What is not declared is kept, and shown. */
export function MemberList({ path, label, schema, members, without = [] }: MemberListProps): ReactElement {
  const { Field } = useForm();
  const properties = recordOf(schema["properties"]);
  const required = textsOf(schema["required"]);
  const others = Object.keys(members).filter((name) => !Object.hasOwn(properties, name) && !without.includes(name));
  const isOpen = declaresOthers(schema);
  return (
    <div className="member-list">
      {Object.entries(properties).map(
        ([name, of]) =>
          !without.includes(name) && (
            <Field
              key={name}
              path={[...path, name]}
              label={name}
              schema={recordOf(of)}
              value={members[name]}
              isRequired={required.includes(name)}
            />
          ),
      )}
      {others.map((name, at) => (
        <EntryField
          // A key that is being renamed stays the same entry.
          key={`other ${at}`}
          path={[...path, name]}
          schema={declaredMember(schema, name)}
          value={members[name]}
          taken={Object.keys(members)}
        />
      ))}
      {isOpen && <NewEntry path={path} label={label} schema={schema} taken={Object.keys(members)} />}
    </div>
  );
}

/** Whether an object may have members of other names than its schema gives. */
function declaresOthers(schema: Schema): boolean {
  if (Object.keys(recordOf(schema["patternProperties"])).length > 0) return true;
  const others = schema["additionalProperties"] ?? schema["unevaluatedProperties"];
  return others !== false && others !== undefined;
}
