import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { OwnTemplate } from "../render/own-templates.js";
import { type TemplateName, templateNames } from "../render/template-name.js";
import { closestName } from "./closest-name.js";
import { ConfigError } from "./config-error.js";

/**
 * The templates that a plugin has in place of cmgen's: `<name>.hbs` in its folder of templates.
 *
 * @throws {ConfigError} for a template that cmgen has none in place of.
 */
export function readTemplates(root: string, folder: string): ReadonlyMap<TemplateName, OwnTemplate> {
  if (!existsSync(join(root, folder))) return new Map();
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith(".hbs"));
  return new Map(
    files.toSorted().map((file) => {
      const path = `${folder}/${file}`;
      return [
        templateNamed(path, file.slice(0, -".hbs".length)),
        { path, text: readFileSync(join(root, path), "utf8") },
      ];
    }),
  );
}

function templateNamed(path: string, name: string): TemplateName {
  const known = templateNames.find((candidate) => candidate === name);
  if (known !== undefined) return known;
  const meant = closestName(name, templateNames);
  const hint = meant === undefined ? `cmgen has ${templateNames.join(", ")}` : `Did you mean ${meant}.hbs?`;
  throw new ConfigError(path, [`is not in place of any template. ${hint}`]);
}
