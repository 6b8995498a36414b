import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { NODE_FLAGS } from "./support/node-flags.ts";

const report = process.env.TEST_REPORT;

/** Two workers use little more than half of two cores: tests often wait. Each file starts its own gateways. */
const WORKERS = availableParallelism() + 1;

// Fast tests need no separate process, no database and no seconds of CPU time; `npm run verify` runs only these.
const SLOW = [
  "tests/{api,clients,data,failover,fuzz,ledger,pipeline,http-adapters}/**/*.test.ts",
  "tests/{contract,worker-heaps,deploy/helm,deploy/image,guardrails/documents,guardrails/linear}.test.ts",
  "tests/{guardrails/patterns,json/large-json}.test.ts",
];

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    environment: "node",
    // Anything may take long on a busy machine.
    expect: { poll: { timeout: 40_000 } },
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    projects: [
      {
        extends: true,
        // Files share a process, here and below: loading the server and the published SDKs for each file costs as much
        // as starting a gateway. So a test must not change the state of modules that it imports.
        test: {
          name: "fast",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/e2e/**", "tests/bench/**", ...SLOW],
          isolate: false,
          maxWorkers: WORKERS,
          // A test's duration depends on the machine: many are fuzz tests, and other work may run at the same time.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: SLOW,
          isolate: false,
          execArgv: NODE_FLAGS,
          globalSetup: "tests/support/prepare-run.ts",
          maxWorkers: WORKERS,
          // Only for what never ends: a passing test may take ten times as long on a busy machine.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
