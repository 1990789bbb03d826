/** The declarations of a kind whose storage version changes from `v1alpha1` to `v1`, release by release. */

const attributes = (version: string): string =>
  `group: "people.example.com", version: "${version}", kind: "Person", plural: "people", singular: "person"`;

function alpha(more: string): string {
  return `import { defineModel, index, type Extension } from "@cmgen/model";
export interface PersonSpec {
  /** @minLength 1 */
  name: string;
  city?: string;
  tags?: string[];
}
export interface Person extends Extension<PersonSpec, { seen: boolean }> {}
export default defineModel<Person>({ ${attributes("v1alpha1")},
  ${more}
});
`;
}

const stable = (more: string): string => `import { defineModel, index, type Extension } from "@cmgen/model";
import type { Person as PersonV1alpha1 } from "./v1alpha1.js";
export interface PersonV1Spec {
  /** @minLength 1 @maxLength 20 */
  fullName: string;
  address?: { city: string };
  tags?: string[];
  /** What v1alpha1 does not have. */
  nickname?: string;
  /** @default 1 */
  level?: number;
}
export interface Person extends Extension<PersonV1Spec, { seen: boolean; since?: string }> {}
export default defineModel<Person, { v1alpha1: PersonV1alpha1 }>({ ${attributes("v1")},
  indexes: [index("spec.fullName", { unique: true }), index("spec.address.city"), index("spec.tags")],
  check({ object: { spec }, refuse }) {
    if (spec.nickname === spec.fullName) refuse("spec.nickname", "must not be the name");
  },
  convert: {
    from: {
      v1alpha1: ({ spec: { name, city, ...spec }, status }, stored) => {
        if (name === "unreadable") throw new Error("no such name");
        const { nickname, level } = stored?.spec ?? {};
        return {
          spec: {
            ...spec,
            fullName: name,
            ...(city !== undefined && { address: { city } }),
            ...(nickname !== undefined && { nickname }),
            ...(level !== undefined && { level }),
          },
          ...(status && { status: { ...stored?.status, ...status } }),
        };
      },
    },
    to: {
      v1alpha1: ({ spec: { fullName, address, tags }, status }) => {
        if (fullName === "broken") return { spec: { name: new Date() as never } };
        return {
          spec: { name: fullName, ...(address && { city: address.city }), ...(tags && { tags }) },
          ...(status && { status: { seen: status.seen } }),
        };
      },
    },
  },
  ${more}
});
`;

function alone(): string {
  return `import { defineModel, index, type Extension } from "@cmgen/model";
export interface PersonSpec {
  fullName: string;
  address?: { city: string };
  tags?: string[];
  nickname?: string;
  level?: number;
}
export interface Person extends Extension<PersonSpec, { seen: boolean; since?: string }> {}
export default defineModel<Person>({ ${attributes("v1")},
  indexes: [index("spec.fullName", { unique: true }), index("spec.address.city"), index("spec.tags")],
});
`;
}

const indexes = `indexes: [
    index("spec.name", { storedAs: "spec.fullName", unique: true }),
    index("spec.city", { storedAs: "spec.address.city" }),
    index("spec.tags"),
  ],
`;

const beta = `import { defineModel, type Extension } from "@cmgen/model";
import type { PersonV1Spec } from "./v1.js";
export interface Person extends Extension<PersonV1Spec, { seen: boolean; since?: string }> {}
export default defineModel<Person>({ ${attributes("v1beta1")}, served: false });
`;

/** The one version there is at first. */
export const first = new Map([
  [
    "src/models/v1alpha1.ts",
    alpha('indexes: [index("spec.name", { unique: true }), index("spec.city"), index("spec.tags")],'),
  ],
]);

/** Its objects are to be read as `v1` alone. */
export const third = new Map([["src/models/v1.ts", alone()]]);

/** Objects are stored as `v1` from now on, and `v1alpha1` is deprecated; `v1beta1` has no routes. */
export const second = new Map([
  ["src/models/v1alpha1.ts", alpha(`${indexes} deprecated: 'use "v1"',`)],
  ["src/models/v1.ts", stable("storage: true,")],
  ["src/models/v1beta1.ts", beta],
  [
    "extensions/people.yaml",
    "apiVersion: people.example.com/v1alpha1\nkind: Person\nmetadata: { name: manifest }\nspec: { name: Mani Fest, city: Bonn }\n" +
      "---\napiVersion: people.example.com/v1beta1\nkind: Person\nmetadata: { name: manifest-beta }\nspec: { fullName: Beta Fest }\n",
  ],
]);
