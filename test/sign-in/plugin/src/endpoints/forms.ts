import {
  defineEndpoints,
  post,
  setPassword,
  signIn,
  signUp,
  typed,
  type SignIn,
  type UserSession,
} from "@cmgen/runtime";

export interface NewUser {
  name: string;
  password: string;
  email?: string;
  office?: string;
}

export interface Login {
  name?: string;
  email?: string;
  password: string;
}

export interface NewPassword {
  name: string;
  password: string;
  keep?: string;
}

/** Forms of the plugin's own. */
export default defineEndpoints({
  path: "/forms",
  routes: [
    post("/sign-up", typed<{ body: NewUser; response: UserSession }>(), ({ body, resource }) => {
      const { name, password, ...spec } = body;
      return signUp(resource.asPlugin(), { name, password, spec });
    }),
    // A body with both or neither is for the service to refuse.
    post("/sign-in", typed<{ body: Login; response: UserSession }>(), ({ body, resource }) =>
      signIn(resource.asPlugin(), body as SignIn),
    ),
    post("/password", typed<{ body: NewPassword; status: 204 }>(), async ({ body, resource }) => {
      const { name, ...change } = body;
      await setPassword(resource.asPlugin(), name, change);
    }),
    post("/as-the-caller", typed<{ body: Login; response: UserSession }>(), ({ body, resource }) =>
      signIn(resource, body as SignIn),
    ),
  ],
});
