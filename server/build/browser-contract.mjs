// A loader of the build: what the browser gets of a file of lib/contract. Its calls need an endpoint's method, path and roles,
// not the schemas and the 30 kB that read them; those are fetched by the few forms that check before they send
// (lib/api/body-schema.ts). So the contract stays written once, and nothing but the build knows of the short form.
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";

/** Added to the address of a file of the contract where all of it is wanted. */
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

/** A schema or function has no short form: the build then says that there is no such export. */
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
