import type { PersonSpec } from "@cmgen-examples/people/client";
import type { ReactElement } from "react";

interface PersonFieldsProps {
  readonly spec: PersonSpec;
  readonly onChange: (spec: PersonSpec) => void;
}

/** The fields of a form about a person. */
export function PersonFields({ spec, onChange }: PersonFieldsProps): ReactElement {
  const { age, ...withoutAge } = spec;
  const { gender, ...withoutGender } = spec;
  return (
    <>
      <label>
        Name
        <input
          required
          maxLength={100}
          value={spec.name}
          onChange={({ target }) => onChange({ ...spec, name: target.value })}
        />
      </label>
      <label>
        Age
        <input
          type="number"
          min="0"
          max="150"
          value={age ?? ""}
          onChange={({ target }) => onChange(target.value === "" ? withoutAge : { ...spec, age: Number(target.value) })}
        />
      </label>
      <label>
        Gender
        <select
          value={gender ?? ""}
          onChange={({ target: { value } }) =>
            onChange(value === "MALE" || value === "FEMALE" ? { ...spec, gender: value } : withoutGender)
          }
        >
          <option value="">Not given</option>
          <option value="FEMALE">Female</option>
          <option value="MALE">Male</option>
        </select>
      </label>
      <label>
        Tags, with commas between
        <input
          value={spec.tags?.join(",") ?? ""}
          onChange={({ target }) => onChange({ ...spec, tags: target.value === "" ? [] : target.value.split(",") })}
        />
      </label>
    </>
  );
}

/** What a form holds as it is sent: tags without blanks around them, and no empty ones. */
export function tidy(spec: PersonSpec): PersonSpec {
  if (spec.tags === undefined) return spec;
  return { ...spec, tags: spec.tags.map((tag) => tag.trim()).filter((tag) => tag !== "") };
}
