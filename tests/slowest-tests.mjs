import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** Returns one line for each of the slowest tests, with its seconds, from the reports in a folder. */
export function slowestTests(folder, count) {
  return [...fromVitest(reportIn(folder, "vitest")), ...fromPlaywright(reportIn(folder, "playwright"))]
    .sort((one, other) => other.durationMs - one.durationMs)
    .slice(0, count)
    .map(({ name, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(6)} s  ${name}`);
}

/** Returns the JSON report of a test runner; an empty object if it wrote none. */
export function reportIn(folder, runner) {
  const file = join(folder, `${runner}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

function fromVitest({ testResults = [] }) {
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, duration = 0 }) => ({
      name: `${basename(file)} › ${fullName}`,
      durationMs: duration,
    })),
  );
}

function fromPlaywright({ suites = [] }) {
  return suites.flatMap(({ suites: nested, specs, file }) => [
    ...fromPlaywright({ suites: nested }),
    ...specs.map(({ title, tests }) => ({ name: `${basename(file)} › ${title}`, durationMs: longest(tests) })),
  ]);
}

function longest(tests) {
  return Math.max(0, ...tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
}
