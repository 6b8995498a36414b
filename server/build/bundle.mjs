// Bundles the server's many files into a few: resolving and reading 2,000 files took more than half of a start's CPU.
// `npm start` bundles when it builds; the tests bundle their own entries.
import { copyFileSync, globSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

/**
 * Packages left outside the bundle: native ones, those that find their own files through `__dirname`, and those that
 * Next loads too.
 */
export const EXTERNAL = [
  /^next($|\/)/,
  /^@electric-sql\//,
  "sharp",
  "wasm-media-encoders",
  "pino",
  "ioredis",
  "prom-client",
];

const SOURCE_MAPS = "source-maps.mjs";

/** Optional parts of `pg` and `ws` that are not installed. */
const ABSENT = ["pg-native", "bufferutil", "utf-8-validate"];

/**
 * Bundles the server's entries ({ name: file }) into `folder`, each as `<name>.mjs`, with source maps.
 * @param {{ project: string, entries: Record<string, string>, folder: string }} options
 */
export async function bundleServer({ project, entries, folder }) {
  const bundle = await rolldown({
    cwd: project,
    input: entries,
    platform: "node",
    // No tree shaking or minification: both remove calls whose result is unused, even calls made only because they
    // throw.
    treeshake: false,
    preserveEntrySignatures: false,
    external: [...EXTERNAL, ...ABSENT],
    plugins: [routeModules(project)],
  });
  await bundle.write({
    dir: folder,
    format: "esm",
    minify: false,
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
    banner: ({ isEntry }) => (isEntry ? `import "./${SOURCE_MAPS}";` : ""),
    sourcemap: true,
    sourcemapExcludeSources: true,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: "packages", test: /[\\/]node_modules[\\/]/, tags: ["$initial"] }],
    },
  });
  await bundle.close();
  copyFileSync(join(import.meta.dirname, SOURCE_MAPS), join(folder, SOURCE_MAPS));
}

/** Returns a module that imports every route file. A server that runs from source finds them when it starts. */
function routeModules(project) {
  return {
    name: "route-modules",
    load: {
      filter: { id: /server[\\/]http[\\/]route-modules\.ts$/ },
      handler() {
        const files = globSync("app/api/**/route.ts", { cwd: project }).sort();
        const imports = files.map(
          (file, index) => `import * as m${index} from ${JSON.stringify(join(project, file))};`,
        );
        const entries = files.map((file, index) => `${JSON.stringify(file)}: m${index}`);
        return `${imports.join("\n")}\nexport const readRouteModules = async () => ({ ${entries.join(", ")} });`;
      },
    },
  };
}

if (import.meta.main) {
  const project = join(import.meta.dirname, "../..");
  await bundleServer({ project, entries: { main: "server/main.ts" }, folder: join(project, ".next/switchboard") });
}
