// `npm test` and `npm run verify`, with any installed Node. `verify` must pass on every commit: lint, types and the
// fast tests. `test` installs what is missing on a fresh machine, builds, and runs everything. Lint, types and the search
// for unused code run alongside Vitest. The browser tests follow: next to each other, the two runners starve the processes
// that they start.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { failedTests } from "./failed-tests.mjs";
import { slowestTests } from "./slowest-tests.mjs";

const project = fileURLToPath(new URL("..", import.meta.url));
const results = join(project, ".test");
const isFast = process.argv.includes("--fast");
const counts = { passed: 0, failed: 0 };

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
mustRun("node", ["server/cli/start.mjs", isFast ? "--install-only" : "--build-only"]);
const browser = isFast ? undefined : findBrowser();

const checks = [
  checkSource("lint", "biome", ["check", "."]),
  checkSource("types", "tsc", ["--noEmit", "--singleThreaded"]),
  checkSource("unused code", "knip", [
    "--no-config-hints",
    "--include",
    "files,dependencies,unlisted,unresolved,exports,types",
  ]),
];
const vitest = ["run", "--config", "tests/vitest.config.ts", ...(isFast ? ["--project", "fast"] : [])];
await countReport("vitest", vitest, readVitest);
if (!isFast)
  await countReport("playwright", ["test", "--config", "tests/playwright.config.ts"], readPlaywright, {
    CHROMIUM_PATH: browser,
  });
for (const check of checks) countCheck(await check);

if (!isFast) console.log(`\nThe slowest tests:\n${slowestTests(results, 10).join("\n")}`);
if (counts.failed > 0) console.log(`\nFailed:\n${failedTests(results).join("\n")}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed > 0 ? 1 : 0);

/** Starts a check that passes or fails as a whole. Its output is printed when it ends. */
function checkSource(name, command, parameters) {
  return new Promise((done) => {
    const child = spawn(command, parameters, { ...optionsOf(), stdio: ["ignore", "pipe", "pipe"] });
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => printed.push(chunk));
    child.once("error", (error) => printed.push(Buffer.from(`${error.message}\n`)));
    child.once("close", (status) => done({ name, passed: status === 0, text: Buffer.concat(printed).toString() }));
  });
}

function countCheck({ name, passed, text }) {
  if (!passed) console.log(text);
  console.log(`${passed ? "ok" : "FAILED"}: ${name}`);
  counts[passed ? "passed" : "failed"] += 1;
}

/**
 * Runs a test runner and counts its JSON report. A non-zero exit without a failed test counts as a failure, and so does
 * a report without tests: Vitest exits with 0 if it rejects its configuration.
 */
async function countReport(runner, parameters, read, environment = {}) {
  const report = join(results, `${runner}.json`);
  const stdio = ["ignore", "inherit", "inherit"];
  const child = spawn(runner, parameters, { ...optionsOf({ ...environment, TEST_REPORT: report }), stdio });
  const status = await new Promise((done) => child.once("close", done));
  const { passed, failed } = existsSync(report)
    ? read(JSON.parse(readFileSync(report, "utf8")))
    : { passed: 0, failed: 0 };
  counts.passed += passed;
  counts.failed += failed === 0 && (status !== 0 || passed === 0) ? 1 : failed;
}

function readVitest({ numPassedTests, numFailedTests, numFailedTestSuites }) {
  return { passed: numPassedTests, failed: numFailedTests || numFailedTestSuites };
}

function readPlaywright({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected };
}

/**
 * Chromium's headless shell, which needs half of Chromium's CPU, or else Chromium; from the system, or else its
 * packages, or else the test runner's own download.
 */
function findBrowser() {
  const shell = ["/usr/bin/chromium-headless-shell"];
  const full = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const known = (...paths) => [process.env.CHROMIUM_PATH, ...paths].find((path) => path && existsSync(path));
  if (known(...shell)) return known(...shell);
  installPackage("chromium-headless-shell");
  if (known(...shell, ...full)) return known(...shell, ...full);
  installPackage("chromium");
  if (known(...full)) return known(...full);
  mustRun("playwright", ["install", "chromium"]);
  return undefined;
}

/** Installs a package of the distribution, if it has Debian's and this user may. */
function installPackage(name) {
  if (process.getuid?.() !== 0 || run("apt-get", ["--version"], {}, "ignore") !== 0) return;
  const options = ["-qq", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10"];
  run("apt-get", ["update", ...options]);
  run("apt-get", ["install", "-y", "--no-install-recommends", ...options, name], { DEBIAN_FRONTEND: "noninteractive" });
}

function mustRun(command, parameters) {
  const status = run(command, parameters);
  if (status === 0) return;
  console.log(`${command} ${parameters.join(" ")} ended with ${status}`);
  console.log("\n0 passed, 1 failed");
  process.exit(1);
}

function run(command, parameters, environment = {}, stdio = "inherit") {
  return spawnSync(command, parameters, { ...optionsOf(environment), stdio }).status ?? 1;
}

function optionsOf(environment = {}) {
  const path = `${join(project, "node_modules/.bin")}:${process.env.PATH}`;
  return { cwd: project, env: { ...process.env, PATH: path, NEXT_TELEMETRY_DISABLED: "1", ...environment } };
}
