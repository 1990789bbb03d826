import { defineConsole } from "../generated/console.js";
import { Due } from "./parts/due.js";

/** How lists of issues show when they are due, and how the form of an issue edits its tags. */
export default defineConsole({
  resources: {
    issues: {
      columns: {
        "spec.due": {
          title: "due",
          cell: ({ object, value }) => <Due isOpen={object.spec.state === "open"} value={value} />,
        },
      },
      fields: {
        "spec.tags": ({ id, value = [], onChange, isDisabled }) => (
          <input
            id={id}
            className="input"
            placeholder="garden, urgent"
            disabled={isDisabled}
            defaultValue={value.join(", ")}
            onBlur={({ target }) => {
              const tags = target.value.split(",").map((tag) => tag.trim());
              const named = tags.filter((tag) => tag !== "");
              onChange(named.length === 0 ? undefined : named);
            }}
          />
        ),
      },
    },
  },
});
