import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

import { isNight } from "../tier.js";

const whole = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** The same engine without the windows, tabs and menus of a browser, which take two fifths of the time. The night runs the whole browser. */
const shell = "chromium-headless-shell";
const names = isNight ? [...whole, shell] : [shell, ...whole];

/** Path of an installed Chromium, or of what `CMGEN_CHROMIUM` names; `undefined` where there is none. */
export function findChromium(): string | undefined {
  const given = process.env["CMGEN_CHROMIUM"];
  if (given !== undefined && given !== "") return given;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
