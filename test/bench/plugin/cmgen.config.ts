import { defineConfig } from "cmgen";

/** The Prisma Client is for reporting, which is not what is measured. */
export default defineConfig({ prismaClient: false });
