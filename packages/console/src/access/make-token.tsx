import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactElement } from "react";
import { makeToken, tokensQuery } from "../api/tokens.js";
import { Button } from "../design/button.js";
import { Field, Input, Select } from "../design/field.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { texts } from "../texts.js";

const LIFETIMES = ["1d", "7d", "30d", "90d", "365d", "never"] as const;
const EMPTY = { name: "", roles: "", expires: "90d" };

/** Makes a token. Its secret is given to `onMade`, and kept nowhere. */
export function MakeToken({ onMade }: { readonly onMade: (secret: string) => void }): ReactElement {
  const [fields, setFields] = useState(EMPTY);
  const cache = useQueryClient();
  const making = useMutation({
    mutationFn: () => {
      const roles = fields.roles.split(",").flatMap((role) => (role.trim() === "" ? [] : [role.trim()]));
      return makeToken({ name: fields.name.trim(), roles, expires: fields.expires });
    },
    onSuccess: async (secret) => {
      onMade(secret);
      setFields(EMPTY);
      // What it answered is the secret: no cache is to keep it.
      making.reset();
      await cache.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
    gcTime: 0,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    making.mutate();
  };
  const set = (changes: Partial<typeof EMPTY>): void => setFields({ ...fields, ...changes });
  return (
    <form className="card" onSubmit={submit}>
      <h2>{texts.tokens.make}</h2>
      <div className="row">
        <Field label={texts.tokens.name} help={texts.tokens.nameHelp}>
          <Input required value={fields.name} onChange={(event) => set({ name: event.target.value })} />
        </Field>
        <Field label={texts.tokens.roles} help={texts.tokens.rolesHelp}>
          <Input value={fields.roles} onChange={(event) => set({ roles: event.target.value })} />
        </Field>
        <Field label={texts.tokens.lifetime}>
          <Select value={fields.expires} onChange={(event) => set({ expires: event.target.value })}>
            {LIFETIMES.map((each) => (
              <option key={each} value={each}>
                {texts.tokens.lifetimes[each]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {making.error !== null && <ProblemNotice error={making.error} write="action" />}
      <div>
        <Button type="submit" look="primary" disabled={making.isPending}>
          {texts.tokens.make}
        </Button>
      </div>
    </form>
  );
}
