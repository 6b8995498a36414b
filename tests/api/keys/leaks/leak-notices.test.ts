import { afterAll, beforeAll, expect, test } from "vitest";
import { deliveriesOf, make, messagesTo, newHook, newWorkspace } from "#tests/api/alerts/set-up-alerts.ts";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { type MailServer, startMailServer } from "#tests/support/servers/mail-server.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";
import { startTraceReceiver, type TraceReceiver } from "#tests/support/servers/trace-receiver.ts";

// Two processes on PostgreSQL, a real SMTP server and a webhook receiver.

let mail: MailServer;
let receiver: TraceReceiver;
let owner: Person;
let member: Person;
beforeAll(async () => {
  [mail, receiver] = await Promise.all([startMailServer(), startTraceReceiver()]);
});
const postgres = sharedPostgres();
const options = () => ({
  env: {
    ALLOWED_PRIVATE_HOSTS: "127.0.0.1",
    // An hour: a report does not wait for the next evaluation.
    ALERT_INTERVAL_SECONDS: "3600",
    DATABASE_URL: postgres.url,
    SWITCHBOARD_SECRET: "a secret of this test, forty characters!",
    SMTP_URL: mail.url,
    SMTP_FROM: "alerts@example.com",
  },
});
const first = sharedGateway(options);
const second = sharedGateway(options);
beforeAll(async () => {
  // Only the link of the process that started last works.
  owner = await becomeOwner(second);
  member = await join(second, owner, "member", "alan@example.com");
});
afterAll(() => Promise.all([mail?.close(), receiver?.close()]));

const report = (body: object) => second.call("POST", "/keys/report", body, { key: null });
/** Returns the mails about a key to each address; a mail's lines are wrapped. */
const mailsAbout = (name: string) =>
  mail.received
    .filter(({ text }) => text.includes(`Subject: API key reported as leaked: ${name}`))
    .map(({ to, text }) => ({ to, text: text.replace(/=\r?\n/g, "").replace(/\s+/g, " ") }));

test("a report to one process stops the key in the other, and mails its owner and the administrators once", async () => {
  const made = await member.call("POST", "/keys", { name: "Of Alan" });
  const { key } = made.body;
  const statusAtFirst = async () => (await first.call("GET", "/key", undefined, { key })).status;
  expect(await statusAtFirst()).toBe(200);
  const url = "https://example.com/trap";
  const responses = await Promise.all([report({ key, url }), report({ key, url }), report({ key, url })]);
  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
  await expect.poll(statusAtFirst, { timeout: 5_000, interval: 10 }).toBe(401);
  await expect.poll(() => mailsAbout("Of Alan").length, { timeout: 30_000 }).toBe(2);
  await report({ key, url });
  const mails = mailsAbout("Of Alan");
  expect(mails.flatMap(({ to }) => to).sort()).toEqual(["ada@example.com", "alan@example.com"]);
  for (const { text } of mails) {
    expect(text).toContain("It is disabled. Rotate it to get a new key");
    expect(text).not.toContain(key);
  }
});

test("an alert rule tells its channels at once, and the owner gets the only mail", async () => {
  const workspace = await newWorkspace(first, "told");
  const channel_ids = [await newHook(first, workspace, receiver.url)];
  const rule = { name: "Leaks", kind: "key_leaked", params: {}, workspace_id: workspace, channel_ids };
  await make(first, "/alert-rules", rule);
  const fields = { name: "Told", workspace_id: workspace, creator_user_id: owner.id };
  const { key, hash } = await first.newKey(fields);
  await second.call("POST", "/keys/report", { key, url: "https://example.com/verified" });
  await expect.poll(() => messagesTo(receiver).length, { timeout: 20_000 }).toBe(1);
  expect(messagesTo(receiver)[0]).toMatchObject({
    type: "alert.opened",
    data: { kind: "key_leaked", subject: hash, subject_name: "Told", numbers: { state: "paused" } },
  });
  await expect.poll(() => mailsAbout("Told").length, { timeout: 30_000 }).toBe(1);
  expect(mailsAbout("Told")[0]?.to).toEqual(["ada@example.com"]);
  const deliveries = await deliveriesOf(first, workspace, 2);
  expect(deliveries).toContainEqual(
    expect.objectContaining({ alert_id: null, channel_id: null, channel_name: "Email to ada@example.com" }),
  );
});

test("a verified report by an administrator names the place in the mail", async () => {
  const { key } = await first.newKey({ name: "Nameless" });
  await second.call("POST", "/keys/report", { key, url: "https://example.com/verified" });
  await expect.poll(() => mailsAbout("Nameless").length, { timeout: 30_000 }).toBe(1);
  expect(mailsAbout("Nameless")[0]?.text).toContain("It was found at https://example.com/verified.");
});
