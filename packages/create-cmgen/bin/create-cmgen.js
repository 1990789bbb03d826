#!/usr/bin/env node
import { runProgram } from "cmgen/program";

await runProgram(["init", ...process.argv.slice(2)], { isCreate: true });
