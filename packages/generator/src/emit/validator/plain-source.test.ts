import { expect, test } from "vitest";

import { plainSource } from "./plain-source.js";

function plain(source: string, limitLoops = true): { text: string; used: string[]; renamed: string[] } {
  const used: string[] = [];
  const renamed: string[] = [];
  const rename = (name: string): string => {
    renamed.push(name);
    return name.toUpperCase();
  };
  return { text: plainSource(source, { limitLoops, rename, use: (name) => used.push(name) }), used, renamed };
}

const report = (name: string, error: string): string =>
  `const ${name} = ${error};\nif(vErrors === null){\nvErrors = [${name}];\n}\nelse {\nvErrors.push(${name});\n}\nerrors++;\n`;

test("an error is reported in a line", () => {
  expect(plain(report("err0", '{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}')).text).toBe(
    '(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"}});\nerrors++;',
  );
});

test("errors of what is called are joined in place", () => {
  const { text, used } = plain("vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);");
  expect(text).toBe("vErrors = appendErrors(vErrors, VALIDATE1.errors);");
  expect(used).toEqual(["appendErrors"]);
});

test("a function takes a value and a path", () => {
  const head = 'function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){';
  expect(plain(head).text).toBe("function VALIDATE0(data, instancePath) {");
  const call =
    'validate1(data.a, {instancePath:instancePath+"/a/" + key0.replace(/~/g, "~0").replace(/\\//g, "~1"),parentData:data,parentDataProperty:"a",rootData})';
  expect(plain(call).text).toBe('VALIDATE1(data.a, instancePath+"/a/" + escapePointer(key0))');
  expect(plain("wrapper0.validate(data, {instancePath,parentData,parentDataProperty,rootData})").text).toBe(
    "WRAPPER0(data, instancePath)",
  );
});

test("loops stop where enough was found, unless they look for something that fits", () => {
  const loop = "for(let i0=0; i0<len0; i0++){";
  expect(plain(loop).text).toContain("i0<len0 && errors - errorsBefore_i0 < 100");
  expect(plain("for(const key0 of Object.keys(data)){").text).toContain("if(errors - errorsBefore_key0 >= 100) break;");
  expect(plain(loop, false).text).toBe(loop);
});

test("variables that nothing looks at are left out, and then those that only they looked at", () => {
  const unused = "const _errs1 = errors;\nvar valid0 = _errs1 === errors;\nvar valid0 = _errs1 === errors;\n";
  expect(plain(`${unused}check(data.valid0);`).text).toBe("check(data.valid0);");
  const used = "const _errs1 = errors;\nvar valid0 = _errs1 === errors;\nif(valid0){}";
  expect(plain(used).text).toBe(used);
});

test("a member that is looked at once is written there", () => {
  const { text } = plain(
    'let data0 = data.a;\nlet data1 = data0["b"];\nlet data2 = data1[0];\nif(data2 === data2 && data.data0){}',
  );
  expect(text).toBe('let data2 = data.a["b"][0];\nif(data2 === data2 && data.data0){}');
});

test("names of the compiler's are renamed; properties and texts that read like them are not", () => {
  const { text, renamed } = plain(
    'pattern0.test(data.pattern1) && formats2.validate("func3(" + data["obj4"]) && obj5.includes(data.schema6.validate7)',
  );
  expect(renamed).toEqual(["pattern0", "formats2", "obj5"]);
  expect(text).toBe(
    'PATTERN0.test(data.pattern1) && FORMATS2("func3(" + data["obj4"]) && OBJ5.includes(data.schema6.validate7)',
  );
});

test("no text is taken for code", () => {
  const hostile = ['"for(let i0=0; i0<len0; i0++){"', '"\\"schema0"', '"schemaPath:\\"x\\","', String.raw`"\u00000"`];
  for (const literal of hostile) expect(plain(`x = ${literal};`).text).toBe(`x = ${literal};`);
});
