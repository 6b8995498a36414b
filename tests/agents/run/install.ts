import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/agents", import.meta.url));

/**
 * Installs packages of exact versions, such as `cline@3.0.65`, from the npm registry into a folder of their own, and
 * returns it. Nothing in them is run. `AGENTS_CACHE` names another place for these folders. Rejects with what npm
 * printed. Does not block this process: it would not notice that the gateway closes idle connections, and use them.
 */
export async function installPackages(specs: readonly string[]): Promise<string> {
  const folder = join(process.env.AGENTS_CACHE ?? CACHE, specs.join(" ").replace(/[/ ]/g, "+"));
  const finished = join(folder, "installed");
  if (existsSync(finished)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", "--loglevel=error"];
  await promisify(execFile)("npm", ["install", ...options, ...specs], { cwd: folder });
  writeFileSync(join(folder, "load.mjs"), "export const load = (name) => import(name);\n");
  writeFileSync(finished, "");
  return folder;
}

/** Returns the version of a package in such a folder's specs. */
export function versionOf(spec: string): string {
  return spec.slice(spec.lastIndexOf("@") + 1);
}
