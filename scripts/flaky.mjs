import { exitOnOldNode } from "./steps/node-version.mjs";

exitOnOldNode();
void import("./commands/flaky.mjs");
