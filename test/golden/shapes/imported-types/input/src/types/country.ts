export type Country = "DE" | "FR";
