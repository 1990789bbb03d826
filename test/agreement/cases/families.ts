import type { CaseFamily } from "../harness/agreement-case.js";
import { arraysAndTuples } from "./arrays-and-tuples.js";
import { conditionalTypes } from "./conditional-types.js";
import { enumsAndBrands } from "./enums-and-brands.js";
import { idioms } from "./idioms.js";
import { interfacesAndGenerics } from "./interfaces-and-generics.js";
import { intersections } from "./intersections.js";
import { keysAndAccess } from "./keys-and-access.js";
import { largeTypes } from "./large-types.js";
import { mappedTypes } from "./mapped-types.js";
import { measured } from "./measured.js";
import { modules } from "./modules.js";
import { noJson } from "./no-json.js";
import { objects } from "./objects.js";
import { otherPackages } from "./other-packages.js";
import { primitives } from "./primitives.js";
import { publishedTypes } from "./published-types.js";
import { recursiveTypes } from "./recursive-types.js";
import { specs } from "./specs.js";
import { tags } from "./tags.js";
import { templateLiterals } from "./template-literals.js";
import { typebox } from "./typebox.js";
import { typeFest } from "./type-fest.js";
import { unions } from "./unions.js";
import { utilityTypes } from "./utility-types.js";
import { values } from "./values.js";
import { zod } from "./zod.js";

/** Every family of cases by name. */
export const families: Readonly<Record<string, CaseFamily>> = {
  measured,
  primitives,
  objects,
  "arrays and tuples": arraysAndTuples,
  unions,
  intersections,
  "interfaces and generics": interfacesAndGenerics,
  "utility types": utilityTypes,
  "keys and access": keysAndAccess,
  "conditional types": conditionalTypes,
  "mapped types": mappedTypes,
  "template literals": templateLiterals,
  "enums and brands": enumsAndBrands,
  "recursive types": recursiveTypes,
  idioms,
  "other packages": otherPackages,
  values,
  modules,
  "large types": largeTypes,
  specs,
  tags,
  "type-fest": typeFest,
  zod,
  typebox,
  "published types": publishedTypes,
  "no JSON": noJson,
};
