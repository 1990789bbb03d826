import {
  useAllPeople,
  useCreatePerson,
  useDeletePerson,
  useInfinitePeople,
  usePeople,
  usePeopleAggregate,
  usePerson,
  useReplacePerson,
} from "@cmgen-examples/people/react";
import { useState, type ReactElement } from "react";

/** Text of a panel, under the name that tests find it by. */
function Shown({ id, children }: { readonly id: string; readonly children: unknown }): ReactElement {
  return <pre id={id}>{typeof children === "string" ? children : JSON.stringify(children)}</pre>;
}

/** A live page of people, by their names and ages. */
export function List(): ReactElement {
  const [age, setAge] = useState(0);
  const where = age === 0 ? {} : { where: { "spec.age": { gte: age } } };
  const { data, error } = usePeople({ ...where, sort: ["metadata.name"], page: 1, size: 3, live: true });
  return (
    <section>
      <Shown id="total">{data?.total ?? "none"}</Shown>
      <Shown id="list">{data?.items.map(({ metadata, spec }) => `${metadata.name} ${spec.age}`) ?? "none"}</Shown>
      <Shown id="list-error">{error?.message ?? ""}</Shown>
      <button id="adults" onClick={() => setAge(18)} />
      <button id="nonsense" onClick={() => setAge(Number.NaN)} />
    </section>
  );
}

/** A list that goes on when its reader does. */
export function Endless(): ReactElement {
  const { data, fetchNextPage, hasNextPage } = useInfinitePeople({ sort: ["metadata.name"], limit: 2, live: true });
  return (
    <section>
      <Shown id="endless">
        {data?.pages.map(({ items }) => items.map(({ metadata, spec }) => `${metadata.name} ${spec.age}`)) ?? "none"}
      </Shown>
      <button id="more" disabled={!hasNextPage} onClick={() => void fetchNextPage()} />
    </section>
  );
}

/** How many people are of each initial, and how old they are together. */
export function Sums(): ReactElement {
  const { data } = usePeopleAggregate({ groupBy: "initial", sum: "spec.age", live: true });
  return (
    <Shown id="sums">
      {data?.groups.map(({ by, count, sum }) => `${by.initial} ${count} ${sum["spec.age"]}`) ?? "none"}
    </Shown>
  );
}

/** The same selection in another place, as every page with a sidebar has it. */
export function SecondList(): ReactElement {
  const { data } = usePeople({ sort: ["-metadata.name"], page: 1, size: 2, live: true });
  return <Shown id="second">{data?.items.map(({ metadata }) => metadata.name) ?? "none"}</Shown>;
}

export function One({ name }: { readonly name: string }): ReactElement {
  const { data, error } = usePerson(name, { live: true });
  return <Shown id={`one-${name}`}>{error === null ? (data?.spec.age ?? "none") : error.message}</Shown>;
}

export function Nobody(): ReactElement {
  const { fetchStatus } = usePerson(undefined, { live: true });
  return <Shown id="nobody">{fetchStatus}</Shown>;
}

export function All(): ReactElement {
  const { data: items, isPending } = useAllPeople({ labels: { "people.example.com/team": "red" } });
  return <Shown id="all">{isPending ? "pending" : items.map(({ metadata }) => metadata.name)}</Shown>;
}

/** Changes ann as she was when this was first shown. */
export function Edit(): ReactElement {
  const { data: ann } = usePerson("ann");
  const [read, setRead] = useState<typeof ann>();
  const update = useReplacePerson();
  return (
    <section>
      <button id="read" onClick={() => setRead(ann)} />
      <button id="grow" onClick={() => read && update.mutate({ ...read, spec: { ...read.spec, age: 99 } })} />
      <button id="break" onClick={() => read && update.mutate({ ...read, spec: { ...read.spec, age: -1 } })} />
      <button id="overwrite" onClick={() => update.conflict?.overwrite()} />
      <Shown id="ann">{ann?.spec.age ?? "none"}</Shown>
      <Shown id="update">{update.status}</Shown>
      <Shown id="conflict">
        {update.conflict === undefined ? "none" : [update.conflict.yours.spec.age, update.conflict.theirs.spec.age]}
      </Shown>
    </section>
  );
}

export function CreateAndDelete(): ReactElement {
  const create = useCreatePerson();
  const remove = useDeletePerson();
  return (
    <section>
      <button
        id="create"
        onClick={() => create.mutate({ metadata: { name: "aaron" }, spec: { name: "Aaron", age: 9 } })}
      />
      <button id="delete" onClick={() => remove.mutate({ name: "aaron" })} />
      <button
        id="delete-stale"
        onClick={() => remove.mutate({ name: "ann", ifMatch: { uid: "another", version: 1_000 } })}
      />
      <Shown id="created">{create.data?.metadata.version ?? "none"}</Shown>
      <Shown id="deletion">{remove.status}</Shown>
    </section>
  );
}
