import { defineConfig } from "@playwright/test";

const report = process.env.TEST_REPORT;
const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: "e2e",
  outputDir: "../.test/playwright",
  reporter: report ? [["list"], ["json", { outputFile: report }]] : [["list"]],
  // Each worker has its own gateways.
  workers: 2,
  timeout: 60_000,
  // An upper bound for a machine that does other things; nothing waits this long where all is well.
  expect: { timeout: 15_000 },
  use: {
    ...(executablePath && {
      launchOptions: { executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] },
    }),
    // Without snapshots of the page, which slow every step down.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
  },
});
