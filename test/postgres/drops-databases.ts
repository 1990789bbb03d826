import { afterAll } from "vitest";
import { dropDatabases } from "./create-database.js";

// Of all hooks that run after the tests of a file, the first that was set runs last: services are closed by then.
afterAll(dropDatabases);
