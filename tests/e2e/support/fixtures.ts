import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { type Production, startProduction } from "#tests/support/production.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";
import { makeData } from "./data.ts";
import { OWNER, type StorageState, setUp, signInAgain } from "./owner.ts";

/** Gateways that tests share: one in use, with keys and calls, and one that is set up but empty. */
type Kind = "full" | "empty";
type Console = Production & {
  /** Returns the cookies of an owner who signed in a few minutes ago at most. */
  signedIn(): Promise<StorageState>;
};

/** Some actions require a sign-in within the last 15 minutes, and a worker may run for longer. */
const SIGN_IN_MAX_AGE_MS = 5 * 60_000;

type ForWorker = {
  /** The fake providers of the gateways: nothing leaves this machine. */
  upstream: Upstream;
  /** Starts a kind of gateway on first use. */
  shared: (kind: Kind) => Promise<Console>;
};

type ForTest = {
  /** The gateway that the test uses; "new" is its own, without an owner. */
  about: Kind | "new";
  /** Whether `page` starts signed in. */
  signedIn: boolean;
  /** Error statuses that the test provokes: the browser logs each one to its console. */
  expectedStatuses: number[];
  /** Other console messages that the test provokes. */
  expectedErrors: RegExp | undefined;
  gateway: Production;
  /** Fails the test if the page logs an error to the console or sends a request to another origin. */
  quiet: undefined;
};

export { expect };

export const test = base.extend<ForTest, ForWorker>({
  upstream: [
    async ({ browserName: _ }, provide) => {
      const upstream = await startUpstream();
      await provide(upstream);
      await upstream.close();
    },
    { scope: "worker" },
  ],
  shared: [
    async ({ upstream }, provide) => {
      const opened = new Map<Kind, Promise<Console>>();
      await provide((kind) => {
        const known = opened.get(kind) ?? openConsole(kind, upstream);
        opened.set(kind, known);
        return known;
      });
      for (const gateway of await Promise.all(opened.values())) await gateway.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  about: ["full", { option: true }],
  signedIn: [true, { option: true }],
  expectedStatuses: [[], { option: true }],
  expectedErrors: [undefined, { option: true }],
  gateway: async ({ about, shared, upstream }, provide) => {
    if (about !== "new") return provide(await shared(about));
    const gateway = await startProduction("main", { upstream });
    await provide(gateway);
    await gateway.stop();
  },
  baseURL: async ({ gateway }, provide) => provide(gateway.url),
  storageState: async ({ about, shared, signedIn }, provide) =>
    provide(signedIn && about !== "new" ? await (await shared(about)).signedIn() : { cookies: [], origins: [] }),
  quiet: [
    async ({ page, gateway, expectedStatuses, expectedErrors }, provide) => {
      const noise = listen(page, gateway.url, expectedStatuses);
      await provide(undefined);
      expect(noise.filter((line) => !expectedErrors?.test(line))).toEqual([]);
    },
    { auto: true },
  ],
});

async function openConsole(kind: Kind, upstream: Upstream): Promise<Console> {
  const exports = mkdtempSync(join(tmpdir(), "switchboard-exports-"));
  const env = {
    ALLOWED_PRIVATE_HOSTS: "127.0.0.1",
    DESTINATION_DISK_FOLDER: exports,
    // A test must not wait for a minute until its rule is evaluated.
    ALERT_INTERVAL_SECONDS: "2",
    AZURE_BASE_URL: `${upstream.url}/azure`,
  };
  const gateway = await startProduction("main", { upstream, env });
  const stop = async () => {
    await gateway.stop();
    rmSync(exports, { recursive: true, force: true });
  };
  let state = await setUp(gateway, OWNER);
  let signedInAtMs = Date.now();
  if (kind === "full") await makeData(gateway);
  return {
    ...gateway,
    stop,
    async signedIn() {
      if (Date.now() - signedInAtMs < SIGN_IN_MAX_AGE_MS) return state;
      state = await signInAgain(gateway.url, OWNER);
      signedInAtMs = Date.now();
      return state;
    },
  };
}

/** The violations on the page so far. */
function listen(page: Page, origin: string, expectedStatuses: readonly number[]): string[] {
  const noise: string[] = [];
  page.on("console", (message) => {
    const status = Number(/status of (\d+)/.exec(message.text())?.[1]);
    if (message.type() !== "error" || expectedStatuses.includes(status)) return;
    noise.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => noise.push(String(error)));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== origin) noise.push(`request to ${url.origin}`);
  });
  return noise;
}
