import { registrationOf, type Registration } from "../register.js";
import { generateCommand } from "./generate.js";
import { initCommand } from "./init.js";

/** Every command, in the order help lists them. A new one is a file and a line here. */
export const commands: readonly Registration[] = [registrationOf(generateCommand), registrationOf(initCommand)];
