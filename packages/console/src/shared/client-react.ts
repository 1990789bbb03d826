export * from "@cmgen/client/react";
