import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { openDatabase } from "#server/data/database.ts";
import { NODE_FLAGS } from "#tests/support/node-flags.ts";
import { startGateway } from "#tests/support/servers/gateway.ts";
import { startUpstream } from "#tests/support/upstream/upstream.ts";

const day = () => new Date().toISOString().slice(0, 10);

function verify(folder: string, ...more: string[]) {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, DATA_DIR: folder, NODE_ENV: "test" as const };
  const { status, stdout } = spawnSync(process.execPath, [...NODE_FLAGS, "server/ledger/main.ts", "verify", ...more], {
    env,
  });
  return { status, stdout: stdout.toString() };
}

test("the command reports how many rows of a day differ and fails if any do", async () => {
  const upstream = await startUpstream();
  const gateway = await startGateway({ upstream, providers: ["openai"] });
  for (const stream of [true, false, true]) {
    await gateway.call("POST", "/responses", { model: "openai/gpt-4o-mini", input: "hi", stream });
  }
  await gateway.stop({ keepFolder: true });
  await upstream.close();
  expect(verify(gateway.folder, "--day", day())).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/: 3 rows, [1-9]\d* nano-USD; 0 differ\./),
  });
  expect(verify(gateway.folder, "--day", "2020-01-01").stdout).toContain("0 rows");
  expect(verify(gateway.folder, "--day", "yesterday").status).toBe(1);

  const database = await openDatabase({ folder: gateway.folder });
  await database.pool.query("update generation set cost_nano_usd = cost_nano_usd + 1 where streamed = false");
  await database.close();
  expect(verify(gateway.folder, "--day", day())).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("1 differ"),
  });
});
