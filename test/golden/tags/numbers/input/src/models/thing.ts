import { defineModel, type Extension, type Integer } from "@cmgen/model";

/** @minimum 0 @maximum 100 */
type Percent = number;

export interface ThingSpec {
  /** @minimum -10 @maximum 10 */
  celsius: number;
  /** @exclusiveMinimum 0 @exclusiveMaximum 1 */
  ratio?: number;
  /** @multipleOf 5 */
  step?: Integer;
  /** @multipleOf 0.01 */
  price?: number;
  /** @minimum 1e3 */
  big?: number;
  done?: Percent;
  /** @maximum 5 */
  nullable?: Integer | null;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "tags.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
