import type { PersonInput, PersonSpec, StoredPerson } from "@cmgen-examples/people/client";
import type { ReplaceConflict } from "@cmgen/client/react";
import type { ReactElement } from "react";

const fields = { name: "Name", age: "Age", gender: "Gender", tags: "Tags" } as const;
type Field = keyof typeof fields;

interface ConflictNoticeProps {
  readonly conflict: ReplaceConflict<StoredPerson, PersonInput>;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

/** Shows what differs, and lets the user decide. */
export function ConflictNotice({ conflict: { yours, theirs }, onTheirs, onMine }: ConflictNoticeProps): ReactElement {
  const different = (Object.keys(fields) as Field[]).filter(
    (field) => shown(yours.spec, field) !== shown(theirs.spec, field),
  );
  return (
    <section role="alert" className="conflict">
      <p>Somebody else has changed this person since you began. Your changes are not saved yet.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {different.map((field) => (
            <tr key={field}>
              <th scope="row">{fields[field]}</th>
              <td>{shown(yours.spec, field)}</td>
              <td>{shown(theirs.spec, field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <button type="button" onClick={onTheirs}>
          Keep theirs
        </button>
        <button type="button" className="primary" onClick={onMine}>
          Overwrite with mine
        </button>
      </footer>
    </section>
  );
}

function shown(spec: PersonSpec, field: Field): string {
  const value = spec[field];
  return Array.isArray(value) ? value.join(", ") : String(value ?? "–");
}
