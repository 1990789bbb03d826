export const words = ["a"];
