import type { FieldProps } from "@cmgen/console/extension";
import { Input } from "@cmgen/console/page";
import { useState } from "react";
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
        "spec.tags": Tags,
      },
    },
  },
});

/** Tags with commas between them. What is typed is shown for as long as it says what the object has. */
function Tags({ id, value = [], onChange, isDisabled }: FieldProps<string[]>) {
  const [typed, setTyped] = useState("");
  const change = (text: string) => {
    setTyped(text);
    onChange(text.trim() === "" ? undefined : tagsIn(text));
  };
  return (
    <Input
      id={id}
      placeholder="garden, urgent"
      disabled={isDisabled}
      value={tagsIn(typed).join() === value.join() ? typed : value.join(", ")}
      onChange={({ target }) => change(target.value)}
    />
  );
}

function tagsIn(text: string): string[] {
  return text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}
