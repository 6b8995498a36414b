import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";
import { startedOnce } from "#tests/support/servers/started-once.ts";
import { startTraceReceiver } from "#tests/support/servers/trace-receiver.ts";
import {
  ALERT_ENV,
  alertsOf,
  deliveriesOf,
  expiringKey,
  keyRule,
  messagesTo,
  newHook,
  newWorkspace,
} from "./set-up-alerts.ts";

const postgres = sharedPostgres();
const options = () => ({
  env: { ...ALERT_ENV, DATABASE_URL: postgres.url, SWITCHBOARD_SECRET: "a secret of this test, forty characters!" },
});
const first = sharedGateway(options);
const second = sharedGateway(options);

const receiver = startedOnce("trace receiver", startTraceReceiver, (started) => started.close());

test("two processes deliver each alert once, and its end once", async () => {
  receiver.respondWith(async () => {
    await sleep(300);
    return 200;
  });
  const workspace = await newWorkspace(first, "two");
  const hook = await newHook(first, workspace, receiver.url);
  const hashes: string[] = [];
  for (let key = 0; key < 4; key++) hashes.push(await expiringKey(first, workspace, `Key ${key}`));
  for (let rule = 0; rule < 5; rule++)
    await keyRule(rule % 2 ? first : second, workspace, [hook], { name: `Rule ${rule}` });
  await deliveriesOf(second, workspace, 20);
  expect(await alertsOf(first, workspace, "&state=open&limit=100")).toHaveLength(20);
  await sleep(3_000);
  for (const hash of hashes) await first.call("DELETE", `/keys/${hash}`);
  await deliveriesOf(first, workspace, 40);
  const sent = messagesTo(receiver).map(({ type, data }) => `${type} ${data.rule_name} ${data.subject}`);
  expect(new Set(sent).size).toBe(40);
  expect(sent).toHaveLength(40);
});
