import { launch } from "./launch/launch.mjs";

// npm run bench -- service: all benches of a running service, one after another. Takes an hour and three quarters.
await launch(["store", "lists", "totals", "http", "load", "watch", "growth"]);
