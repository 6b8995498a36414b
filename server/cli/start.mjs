// The first step of `npm start`, on whatever Node is installed: install, build and start, each only if needed.
// Everything after it runs on the Node version that package.json pins.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { compressFiles } from "../build/compress.mjs";
import { digestOf, filesBelow } from "../build/source-digest.mjs";
import { NODE_FLAGS, NODE_VARIABLES } from "./node-flags.mjs";

const project = resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../..");
const pinnedNode = join(project, "node_modules/node/bin/node");
/** The server bundle, written by `server/build/bundle.mjs`. */
const BUNDLE = ".next/switchboard/main.mjs";
const flags = new Set(process.argv.slice(2));

requireNode(20, 9);
install();
if (!flags.has("--dev") && !flags.has("--install-only")) build();
if (!flags.has("--build-only") && !flags.has("--install-only")) start();

function requireNode(major, minor) {
  const [haveMajor, haveMinor] = process.versions.node.split(".").map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  console.error(`Switchboard needs Node ${major}.${minor} or newer to start; this is ${process.versions.node}.`);
  process.exit(1);
}

function install() {
  const wanted = digestOf(project, ["package.json", "package-lock.json"]);
  runIfStale("node_modules/.switchboard-installed", wanted, existsSync(pinnedNode), () => {
    console.log("Installing dependencies ...");
    const npm = process.env.npm_execpath;
    const command = npm ? [process.execPath, npm] : ["npm"];
    run([...command, "install", "--no-audit", "--no-fund", "--loglevel=error"]);
  });
}

function build() {
  const sources = [
    "package-lock.json",
    "next.config.ts",
    "tsconfig.json",
    ".postcssrc.json",
    ...filesBelow(project, "app", "components", "lib", "server", "public"),
  ];
  const isUsable = [".next/BUILD_ID", BUNDLE].every((file) => existsSync(join(project, file)));
  runIfStale(".next/switchboard-built", digestOf(project, sources), isUsable, () => {
    console.log("Building the console ...");
    run([pinnedNode, "node_modules/next/dist/bin/next", "build"], { NEXT_TELEMETRY_DISABLED: "1" });
    compressFiles(join(project, ".next/static"));
    run([pinnedNode, "server/build/bundle.mjs"]);
  });
}

function start() {
  const main = [
    ...NODE_FLAGS,
    ...["--import", pathToFileURL(join(project, "server/cli/env-file.mjs")).href],
    ...(flags.has("--dev") ? ["--watch-path=server", "--watch-path=lib", "--watch-path=app/api"] : []),
    flags.has("--dev") ? "server/main.ts" : BUNDLE,
  ];
  const child = spawn(pinnedNode, [...main, ...flags], {
    cwd: project,
    stdio: "inherit",
    env: {
      ...NODE_VARIABLES,
      ...process.env,
      NODE_COMPILE_CACHE: join(project, "node_modules/.cache/node"),
      NODE_ENV: flags.has("--dev") ? "development" : "production",
      NEXT_TELEMETRY_DISABLED: "1",
    },
  });
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** Runs a step unless its stamp shows that it has run for the same inputs. */
function runIfStale(stamp, wanted, usable, step) {
  const file = join(project, stamp);
  if (usable && existsSync(file) && readFileSync(file, "utf8") === wanted) return;
  step();
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, wanted);
}

function run([command, ...parameters], environment = {}) {
  const path = `${join(project, "node_modules/.bin")}:${process.env.PATH}`;
  const { status } = spawnSync(command, parameters, {
    cwd: project,
    stdio: "inherit",
    env: { ...process.env, PATH: path, ...environment },
  });
  if (status !== 0) process.exit(status ?? 1);
}
