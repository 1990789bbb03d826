import { model, object, project } from "../../packages/generator/src/model/type-builders.test.fixture.js";
import type { NamedType, Type } from "../../packages/generator/src/model/type.js";
import { loadValidators } from "./load-validators.js";

/** Checks one value of `type`, which stands as `spec.value`; violations read `path keyword: message`, the path from there. */
export function check(type: Type, value: unknown, types: readonly NamedType[] = []): readonly string[] {
  const validate = validatorOf(type, types);
  return validate(value).violations;
}

/** A validator of `spec.value`, which also gives the value back with its defaults. */
export function validatorOf(type: Type, types: readonly NamedType[] = []) {
  const validate = loadValidators(project([model("Thing", object({ "value?": type }))], types)).get("Thing");
  return (value: unknown) => {
    const spec = { value };
    const thing = { apiVersion: "things.example.com/v1alpha1", kind: "Thing", metadata: {}, spec };
    const violations = (validate?.(thing) ?? []).map(({ path, keyword, message }) => {
      return `${path.replace("/spec/value", "")} ${keyword}: ${message}`;
    });
    return { violations, value: spec.value };
  };
}
