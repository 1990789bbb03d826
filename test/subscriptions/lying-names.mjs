// Loaded before a service: names lead to public addresses when they are asked for first, and to this machine from then on. Each is reported.
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

const { lookup } = dns;
const asked = new Map();

dns.lookup = (name, options, callback) => {
  if (!name.endsWith(".example.com")) return lookup(name, options, callback);
  const count = (asked.get(name) ?? 0) + 1;
  asked.set(name, count);
  const lie = { "mixed.example.com": ["127.0.0.1", "192.0.2.1"], "mapped.example.com": ["::ffff:127.0.0.1"] }[name];
  const answer = lie ?? (count === 1 ? [process.env.PUBLIC_ADDRESS] : ["127.0.0.1"]);
  const all = answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  setImmediate(() => (options.all === true ? callback(null, all) : callback(null, all[0].address, all[0].family)));
};
syncBuiltinESMExports();
