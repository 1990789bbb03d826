import { registrationOf, type Registration } from "../register.js";
import { registerAdd } from "./add.js";
import { clientCommand } from "./client.js";
import { completionCommand } from "./completion.js";
import { devCommand } from "./dev.js";
import { doctorCommand } from "./doctor.js";
import { ejectCommand } from "./eject.js";
import { generateCommand } from "./generate.js";
import { getCommand } from "./get.js";
import { initCommand } from "./init.js";
import { migrateCommand } from "./migrate.js";
import { upgradeCommand } from "./upgrade.js";

/** Every command, in the order help lists them. A new one is a file and a line here. */
export const commands: readonly Registration[] = [
  registrationOf(generateCommand),
  registrationOf(devCommand),
  registrationOf(initCommand),
  registerAdd,
  registrationOf(upgradeCommand),
  registrationOf(ejectCommand),
  registrationOf(clientCommand),
  registrationOf(migrateCommand),
  registrationOf(doctorCommand),
  registrationOf(getCommand),
  registrationOf(completionCommand),
];
