import type { ReactElement } from "react";
import { Controllers } from "./controllers.js";
import { Migrations } from "./migrations.js";
import { Plugins } from "./plugins.js";
import { RecentChanges } from "./recent-changes.js";
import { Schedules } from "./schedules.js";
import "./operator.css";

/** What operators look after. A part that the service does not have, or that the caller may not see, is left out. */
export function OperatorPanels(): ReactElement {
  return (
    <>
      <Plugins />
      <Controllers />
      <Schedules />
      <RecentChanges />
      <Migrations />
    </>
  );
}
