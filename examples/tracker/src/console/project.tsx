import { defineConsole } from "../generated/console.js";

/** How much of a project is done, with the project and in lists of projects. */
export default defineConsole({
  resources: {
    projects: {
      panels: [{ title: "Progress", panel: ({ object }) => <Progress {...object.status} /> }],
      columns: { "status.open": { title: "progress", cell: ({ object }) => <Progress {...object.status} /> } },
    },
  },
});

function Progress({ open = 0, closed = 0 }: { readonly open?: number; readonly closed?: number }) {
  const all = open + closed;
  if (all === 0) return <>No issues</>;
  return (
    <>
      <progress aria-label="Closed issues" value={closed} max={all} /> {closed} of {all} closed
    </>
  );
}
