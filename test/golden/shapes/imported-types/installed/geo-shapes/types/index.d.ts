export { type GeoPoint } from "./geo-point.js";
