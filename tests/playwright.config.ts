import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

const report = process.env.TEST_REPORT;
const executablePath = process.env.CHROMIUM_PATH;
const args = [
  ...["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  // A page lives for seconds: optimizing its code costs more CPU than it saves.
  "--js-flags=--no-turbofan --no-maglev",
];

export default defineConfig({
  testDir: "e2e",
  outputDir: "../.test/playwright",
  reporter: report ? [["list"], ["json", { outputFile: report }]] : [["list"]],
  // Each worker has its own gateways. Two workers use little more than half of two cores: tests often wait.
  workers: availableParallelism() + 1,
  timeout: 180_000,
  // An upper bound for a busy machine; a passing test never waits this long.
  expect: { timeout: 30_000 },
  use: {
    ...(executablePath && {
      launchOptions: { executablePath, args },
    }),
    // Each frame of an animation is drawn by the CPU.
    contextOptions: { reducedMotion: "reduce" },
    // Without page snapshots, which slow down every step.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
  },
});
