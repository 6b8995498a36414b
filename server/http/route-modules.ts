import { globSync } from "node:fs";
import { join } from "node:path";
import type { RouteHandler } from "./handle.ts";

/** What a route file exports: a handler for each of its methods. */
export type RouteModule = Partial<Record<string, RouteHandler>>;

/**
 * Imports the route files of a project and returns them by their path in it. In the bundle, a generated
 * module replaces this one and imports the files by name, so that the bundle contains them (`server/build/bundle.mjs`).
 */
export async function readRouteModules(projectFolder: string): Promise<Record<string, RouteModule>> {
  const modules: Record<string, RouteModule> = {};
  for (const file of globSync("app/api/**/route.ts", { cwd: projectFolder }))
    modules[file] = (await import(join(projectFolder, file))) as RouteModule;
  return modules;
}
