export * from "@cmgen/client";
