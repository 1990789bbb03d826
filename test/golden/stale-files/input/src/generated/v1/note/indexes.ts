// What an earlier release wrote.

export const indexes = 1;
