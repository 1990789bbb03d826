import { exitOnOldNode } from "./steps/node-version.mjs";

exitOnOldNode();
void import("./commands/test-postgres.mjs");
