import { registrationOf, type Registration } from "../register.js";
import { registerAdd } from "./add.js";
import { applyCommand } from "./apply.js";
import { clientCommand } from "./client.js";
import { contextCommand } from "./context.js";
import { completionCommand } from "./completion.js";
import { devCommand } from "./dev.js";
import { createCommand } from "./create.js";
import { deleteCommand } from "./delete.js";
import { describeCommand } from "./describe.js";
import { doctorCommand } from "./doctor.js";
import { editCommand } from "./edit.js";
import { explainCommand } from "./explain.js";
import { generateCommand } from "./generate.js";
import { getCommand } from "./get.js";
import { graphCommand } from "./graph.js";
import { initCommand } from "./init.js";
import { migrateCommand } from "./migrate.js";
import { upgradeCommand } from "./upgrade.js";
import { startCommand } from "./start.js";
import { watchCommand } from "./watch.js";

/** Every command, in the order help lists them. A new one is a file and a line here. */
export const commands: readonly Registration[] = [
  registrationOf(generateCommand),
  registrationOf(devCommand),
  registrationOf(startCommand),
  registrationOf(initCommand),
  registerAdd,
  registrationOf(upgradeCommand),
  registrationOf(clientCommand),
  registrationOf(migrateCommand),
  registrationOf(doctorCommand),
  registrationOf(getCommand),
  registrationOf(describeCommand),
  registrationOf(watchCommand),
  registrationOf(createCommand),
  registrationOf(applyCommand),
  registrationOf(editCommand),
  registrationOf(deleteCommand),
  registrationOf(contextCommand),
  registrationOf(explainCommand),
  registrationOf(graphCommand),
  registrationOf(completionCommand),
];
