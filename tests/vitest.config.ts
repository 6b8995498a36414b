import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { NODE_FLAGS } from "./support/node-flags.ts";

const report = process.env.TEST_REPORT;

// Fast tests need no process of their own and no database; `npm run verify` runs them alone.
const SLOW = [
  "tests/{api,clients,data,failover,fuzz,ledger,pipeline,http-adapters}/**/*.test.ts",
  "tests/contract.test.ts",
];

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    environment: "node",
    // What a test waits for may take long on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    projects: [
      {
        extends: true,
        // Files share a process, here and below: to load the server and the published SDKs anew for each costs as much
        // as a gateway's start. So a test leaves nothing behind in what it imports.
        test: {
          name: "fast",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/e2e/**", "tests/bench/**", ...SLOW],
          isolate: false,
          maxWorkers: 2,
          // What a test takes is its machine's affair: many fuzz, and other work may go on beside them.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        // Each file starts its own gateways: more than two at once only wait for each other.
        test: {
          name: "slow",
          include: SLOW,
          isolate: false,
          execArgv: NODE_FLAGS,
          globalSetup: "tests/support/prepare-run.ts",
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
