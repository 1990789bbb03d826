// What an earlier release wrote.

export const router = 1;
