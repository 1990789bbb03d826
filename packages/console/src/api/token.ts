/** The bearer token that the user gave, if any. In memory alone: no script of another page, and no later user of this machine, finds it. */
let token: string | undefined;

export const sessionToken = {
  get: (): string | undefined => token,
  set: (given: string | undefined): void => {
    token = given;
  },
};
