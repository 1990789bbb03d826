import { launch } from "./launch/launch.mjs";

// npm run bench -- lists: lists of every form, each beside the best hand-written plan for it.
await launch(["lists"]);
