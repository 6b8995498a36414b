import { basename } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { reportIn } from "./slowest-tests.mjs";

/** Returns one line for each failed test, from the reports in a folder, for the end of a long log. */
export function failedTests(folder) {
  return [...fromVitest(reportIn(folder, "vitest")), ...fromPlaywright(reportIn(folder, "playwright"))];
}

function fromVitest({ testResults = [] }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && status === "failed") return [`${basename(name)}: ${firstLine(message)}`];
    return failed.map((test) => `${basename(name)} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });
}

function fromPlaywright({ suites = [] }) {
  return suites.flatMap(({ suites: nested, specs, file }) => [
    ...fromPlaywright({ suites: nested }),
    ...specs.filter(({ ok }) => !ok).map((spec) => `${basename(file)} › ${spec.title}: ${firstLine(errorOf(spec))}`),
  ]);
}

function errorOf({ tests }) {
  return tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message;
}

function firstLine(text = "") {
  return stripVTControlCharacters(text).split("\n", 1)[0];
}
