import type { StoredPerson } from "@cmgen-examples/people/client";
import { useReplacePerson } from "@cmgen-examples/people/react";
import { useState, type ReactElement } from "react";
import { ConflictNotice } from "./conflict-notice.js";
import { Modal } from "./modal.js";
import { PersonFields, tidy } from "./person-fields.js";
import { Problem } from "./problem.js";

interface EditPersonProps {
  /** As it was when editing began. Its version is what makes the service refuse to overwrite somebody else's change. */
  readonly person: StoredPerson;
  readonly onClose: () => void;
}

export function EditPerson({ person, onClose }: EditPersonProps): ReactElement {
  const [spec, setSpec] = useState(person.spec);
  const replace = useReplacePerson();
  return (
    <Modal title={`Edit ${person.spec.name}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          replace.mutate({ ...person, spec: tidy(spec) }, { onSuccess: onClose });
        }}
      >
        {replace.conflict === undefined ? (
          <>
            <PersonFields spec={spec} onChange={setSpec} />
            <Problem error={replace.error} />
            <footer>
              <button type="button" onClick={onClose}>
                Cancel
              </button>
              <button type="submit" className="primary" disabled={replace.isPending}>
                Save
              </button>
            </footer>
          </>
        ) : (
          <ConflictNotice
            conflict={replace.conflict}
            onTheirs={onClose}
            onMine={() => replace.conflict?.overwrite({ onSuccess: onClose })}
          />
        )}
      </form>
    </Modal>
  );
}
