import type { PersonSpec } from "@cmgen-examples/people/client";
import { useCreatePerson } from "@cmgen-examples/people/react";
import { useState, type ReactElement } from "react";
import { Modal } from "./modal.js";
import { PersonFields, tidy } from "./person-fields.js";
import { Problem } from "./problem.js";

export function CreatePerson({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [spec, setSpec] = useState<PersonSpec>({ name: "" });
  const create = useCreatePerson();
  return (
    <Modal title="New person" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ metadata: { generateName: "person-" }, spec: tidy(spec) }, { onSuccess: onClose });
        }}
      >
        <PersonFields spec={spec} onChange={setSpec} />
        <Problem error={create.error} />
        <footer>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={create.isPending}>
            Create
          </button>
        </footer>
      </form>
    </Modal>
  );
}
