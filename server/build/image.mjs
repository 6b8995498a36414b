// Collects what a container needs to run: `node server/build/image.mjs <folder>`, after a build. The server is one
// bundle already. The packages left outside the bundle are copied, as are those of its worker threads and of the
// commands, and Next lists the files that it needs.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, normalize, resolve } from "node:path";
import { rolldown } from "rolldown";
import { EXTERNAL } from "./bundle.mjs";

const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");
const project = resolve(import.meta.dirname, "../..");
const PACKAGE = /^.*?node_modules\/(?:@[^/]+\/)?[^/]+/;
/** Files that only development or a build uses. The largest are Next's and React's development builds, and Next's font metrics. */
const UNUSED =
  /\.(map|nft\.json|d\.[cm]?ts|dev\.js|development\.js)$|\/node_modules\/.*\.md$|\/capsize-font-metrics\.json$/;
const UNUSED_FOLDER = /^\/(tests?|docs?|examples?|bench(marks?)?|\..*)(\/|$)/;
const PARTS = [
  ".next/switchboard",
  ".next/server",
  ".next/static",
  ...["BUILD_ID", "*.json"].flatMap((pattern) => globSync(`.next/${pattern}`, { cwd: project })),
  "public",
  "server",
  "lib",
  "app/docs/guides",
  "package.json",
  "LICENSE",
  "NOTICE",
];

/** Packages that Next's server references but never loads in production. */
const NEXT_BUILD_TOOLS = [
  "**/next/dist/server/dev/**",
  "**/next/dist/compiled/{webpack,babel,babel-packages}/**",
  "**/next/dist/compiled/*-experimental/**",
  "**/node_modules/{@swc,caniuse-lite,esbuild,postcss,typescript,webpack}/**",
  ...[".next/**", "tests/**", "components/**", "**/*.d.ts", "**/*.map"],
];

const [folder] = process.argv.slice(2);
if (!folder || existsSync(folder)) throw new Error("Usage: node server/build/image.mjs <new folder>");
for (const part of PARTS) copy(part);
for (const file of await findNextFiles()) copy(file);
for (const name of await collectPackages()) copy(name);

function copy(path) {
  const from = join(project, path);
  if (!existsSync(from)) return;
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  const isPackage = path.startsWith("node_modules/");
  // Folders of a package's own dependencies are packages of their own and copied by name.
  const isUsed = (source) => {
    const inside = source.slice(from.length);
    return !UNUSED.test(source) && !/\/node_modules(\/|$)/.test(inside) && !(isPackage && UNUSED_FOLDER.test(inside));
  };
  cpSync(from, join(folder, path), { recursive: true, dereference: true, filter: isUsed });
}

/** Returns the files needed to serve pages: those that Next's build has traced, and those of Next's server. */
async function findNextFiles() {
  const { files } = JSON.parse(readFileSync(join(project, ".next/next-server.js.nft.json"), "utf8"));
  const { fileList } = await nodeFileTrace(["node_modules/next/dist/server/next.js"], {
    base: project,
    ignore: NEXT_BUILD_TOOLS,
  });
  const all = [...fileList, ...files.map((file) => normalize(join(".next", file)))];
  return all.filter((file) => statSync(join(project, file)).isFile());
}

/**
 * Returns the folders of the packages that the bundle leaves outside, and of those that workers and commands import.
 */
async function collectPackages() {
  const input = globSync(["server/cli/*-command.ts", "server/**/*worker.ts"], { cwd: project });
  const bundle = await rolldown({
    cwd: project,
    input,
    platform: "node",
    external: [/^next($|\/)/, "pg-native"],
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const modules = output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
  const used = new Set(modules.flatMap((id) => PACKAGE.exec(id)?.[0] ?? []));
  for (const name of externalPackages()) addWithDependencies(resolvePackage(name, project), used);
  return [...used].map((path) => path.slice(project.length + 1)).sort();
}

/** Returns the names of the packages outside the bundle, without Next. */
function externalPackages() {
  return EXTERNAL.filter((name) => typeof name === "string").concat(
    globSync("node_modules/@electric-sql/*", { cwd: project }).map((path) => path.slice("node_modules/".length)),
  );
}

function addWithDependencies(path, used) {
  if (!path || used.has(path)) return;
  used.add(path);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
    addWithDependencies(resolvePackage(name, path), used);
}

/**
 * Returns the folder where Node finds a package from another one's folder; undefined if it is optional and not
 * installed.
 */
function resolvePackage(name, from) {
  const paths = createRequire(join(from, "package.json")).resolve.paths(name) ?? [];
  return paths.map((path) => join(path, name)).find((path) => existsSync(join(path, "package.json")));
}
