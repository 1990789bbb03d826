/** What the generator package uses of Prisma's client generator: entry of the bundle. */
export { generateClient } from "@prisma/client-generator-ts";
export { getDMMF } from "@prisma/get-dmmf";
