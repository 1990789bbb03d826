import { ownObjectsConform } from "./conforms.js";

ownObjectsConform();
