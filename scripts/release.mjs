import { exitOnOldNode } from "./steps/node-version.mjs";

exitOnOldNode();
void import("./commands/release.mjs");
