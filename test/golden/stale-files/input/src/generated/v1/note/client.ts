// What an earlier release wrote.

export const client = 1;
