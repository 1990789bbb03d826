import { connection, ObjectLink, ProblemNotice } from "@cmgen/console/page";
import { useQuery } from "@tanstack/react-query";
import { defineConsole } from "../generated/console.js";
import { createIssuesClient } from "../generated/v1alpha1/client.js";
import { Due } from "./parts/due.js";

/** A page with the issues that are late. */
export default defineConsole({ pages: [{ path: "overdue", title: "Overdue issues", page: OverdueIssues }] });

const issues = createIssuesClient(connection);

function OverdueIssues() {
  const { data, error } = useQuery({
    queryKey: ["overdue"],
    queryFn: () =>
      issues.list({
        where: { "spec.state": "open", "spec.due": { lt: new Date().toISOString() } },
        sort: ["spec.due"],
        size: 100,
      }),
  });
  if (error !== null) return <ProblemNotice error={error} />;
  if (data?.items.length === 0) return <p>Nothing is late.</p>;
  return (
    <ul>
      {data?.items.map(({ metadata: { name }, spec }) => (
        <li key={name}>
          <ObjectLink group="tracker.example.com" plural="issues" name={name}>
            {spec.title}
          </ObjectLink>{" "}
          {spec.due !== undefined && <Due isOpen value={spec.due} />}
        </li>
      ))}
    </ul>
  );
}
