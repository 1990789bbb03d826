import { launch } from "./launch/launch.mjs";

// npm run bench -- totals: exact totals of broad filters beside the count that the database plans.
await launch(["totals"]);
