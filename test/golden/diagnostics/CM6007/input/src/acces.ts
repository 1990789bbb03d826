import { tokens } from "@cmgen/runtime";
import { defineAccess } from "./generated/access.js";

export default defineAccess({ authenticate: [tokens()] });
