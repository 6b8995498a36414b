import { expect, test } from "vitest";
import { openDatabase } from "#server/data/database.ts";
import { commandRunner, npmRun } from "#tests/support/commands/run-command.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { startUpstream } from "#tests/support/upstream/upstream.ts";

const day = () => new Date().toISOString().slice(0, 10);

const ledger = await commandRunner("ledger");
const verify = (folder: string, ...more: string[]) => ledger(["verify", ...more], { DATA_DIR: folder });

test("the command reports how many rows of a day differ and fails if any do", async () => {
  const upstream = await startUpstream();
  const gateway = await openPooledGateway({ upstream, providers: ["openai"] });
  for (const stream of [true, false, true]) {
    await gateway.call("POST", "/responses", { model: "openai/gpt-4o-mini", input: "hi", stream });
  }
  await gateway.stop({ keepFolder: true });
  await upstream.close();
  expect(verify(gateway.folder, "--day", day())).toMatchObject({
    status: 0,
    output: expect.stringMatching(/: 3 rows, [1-9]\d* nano-USD; 0 differ\./),
  });
  expect(verify(gateway.folder, "--day", "2020-01-01").output).toContain("0 rows");
  expect(npmRun("ledger", ["verify", "--day", "yesterday"])).toMatchObject({
    status: 1,
    output: expect.stringContaining("Usage: npm run ledger"),
  });

  const database = await openDatabase({ folder: gateway.folder });
  await database.pool.query("update generation set cost_nano_usd = cost_nano_usd + 1 where streamed = false");
  await database.close();
  expect(verify(gateway.folder, "--day", day())).toMatchObject({
    status: 1,
    output: expect.stringContaining("1 differ"),
  });
});
