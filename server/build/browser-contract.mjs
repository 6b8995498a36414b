// A build loader that reduces lib/contract for the browser. Browser calls need an endpoint's method, path and roles,
// not its schemas and the 30 kB that interpret them; the few forms that validate before sending fetch those separately
// (lib/api/body-schema.ts). So the contract is written only once, and only the build knows the short form.
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";

/** Query string with which an import gets the whole contract file. */
const WHOLE = "?whole";

/** @this {{ resourcePath: string, resourceQuery: string }} */
export default async function browserContract(source) {
  if (this.resourceQuery === WHOLE) return source.replace(/ from "(\.\/[^"]+\.ts)"/g, ` from "$1${WHOLE}"`);
  if (!/^(import|export) .*from "/m.test(source)) return source;
  const content = createHash("sha256").update(source).digest("hex");
  const whole = await import(`${pathToFileURL(this.resourcePath).href}?${content}`);
  const file = this.resourcePath.split(/[\\/]/).at(-1);
  return Object.entries(whole)
    .map(([name, value]) => exportOf(name, value, file))
    .join("\n");
}

/** Schemas and functions have no short form; the build then reports a missing export. */
function exportOf(name, value, file) {
  if (isEndpoint(value)) return `export const ${name} = ${endpointOf(name, value, file)};`;
  if (!isData(value)) return "";
  return `export const ${name} = ${JSON.stringify(value)};`;
}

function endpointOf(name, { id, resource, method, path, roles, body }, file) {
  const short = JSON.stringify({ id, resource, method, path, roles });
  if (!body) return short;
  return `{ ...${short}, whole: () => import("./${file}${WHOLE}").then((file) => file.${name}) }`;
}

function isEndpoint(value) {
  return typeof value?.method === "string" && typeof value.path === "string" && typeof value.id === "string";
}

function isData(value) {
  if (typeof value === "function" || value === undefined) return false;
  if (typeof value !== "object" || value === null) return true;
  if (value._zod) return false;
  return Object.values(value).every(isData);
}
