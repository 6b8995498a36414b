import { eventsOf, startTraceReceiver, type TraceReceiver } from "#tests/support/servers/trace-receiver.ts";
import { violationsIn } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { tabTo } from "./support/keyboard.ts";

const PAGE = "/w/default/destinations";

// The panel of a deleted destination may read it once more before it closes.
test.use({ about: "empty", expectedStatuses: [400, 404] });

let receiver: TraceReceiver;
test.beforeEach(async () => {
  receiver = await startTraceReceiver();
});
test.afterEach(async ({ gateway }) => {
  await receiver.close();
  const { body } = await gateway.call("GET", "/observability/destinations");
  for (const { id } of body.data) await gateway.call("DELETE", `/observability/destinations/${id}`);
  await gateway.call("PATCH", "/workspaces/default", { is_observability_broadcast_enabled: false });
});

test("a webhook is added, tested, turned on and receives requests", async ({ page, gateway }) => {
  await page.goto(PAGE);
  await page.getByRole("button", { name: "Add destination" }).first().click();
  const form = page.getByRole("dialog", { name: "Add destination" });
  await form.getByRole("button", { name: "Add destination" }).click();
  await expect(form.getByText("Enter a name")).toBeVisible();
  await form.getByLabel("Name").fill("Traces");
  await form.getByLabel("URL").fill("http://10.1.2.3/private");
  await form.getByRole("button", { name: "Add destination" }).click();
  await expect(form.getByText("Must point to a public address")).toBeVisible();
  await form.getByLabel("URL").fill(`${receiver.url}/requests`);
  await form.getByLabel("Headers").fill("Authorization: Bearer of-the-traces-1234");
  await form.getByRole("button", { name: "Add destination" }).click();

  const panel = page.getByRole("dialog", { name: "Destination", exact: true });
  await expect(panel.getByRole("heading", { name: "Traces" })).toBeVisible();
  await expect(panel.getByLabel("Headers")).toHaveValue("Authorization: ••••1234");
  await panel.getByRole("button", { name: "Send test" }).click();
  await expect(panel.getByText("The receiver responded with 200")).toBeVisible();
  expect(receiver.accepted[0]?.headers.authorization).toBe("Bearer of-the-traces-1234");

  await expect(panel.getByText("Nothing is sent")).toBeVisible();
  await panel.getByRole("link", { name: "Open the settings" }).click();
  await page.getByRole("checkbox", { name: "Send requests to the workspace's destinations" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("saved")).toBeVisible();

  const { key } = (await gateway.call("POST", "/keys", { name: "Caller" })).body;
  const answer = await gateway.call("POST", "/responses", { model: "local/echo", input: "hi" }, { key });
  const id = answer.headers.get("x-generation-id");
  await page.goto(PAGE);
  await expect(page.getByText("Nothing is sent")).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Traces/ })).toContainText("delivering");
  expect(eventsOf(receiver.accepted).map((event: { id: string }) => event.id)).toContain(id);
});

test("a failing destination says why, its dead letters are retried, and it is deleted by keyboard", async ({
  page,
  gateway,
}) => {
  receiver.respondWith(() => 422);
  await gateway.call("PATCH", "/workspaces/default", { is_observability_broadcast_enabled: true });
  const config = { url: receiver.url };
  const made = await gateway.call("POST", "/observability/destinations", { name: "Broken", type: "webhook", config });
  const { key } = (await gateway.call("POST", "/keys", { name: "Caller" })).body;
  await gateway.call("POST", "/responses", { model: "local/echo", input: "hi" }, { key });
  await page.goto(`${PAGE}?peek=${made.body.data.id}`);
  const panel = page.getByRole("dialog", { name: "Destination", exact: true });
  await expect(panel.getByRole("alert")).toContainText("The receiver responded with status 422");
  await expect(page.getByRole("row", { name: /Broken/ })).toContainText("failing");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await violationsIn(page, colorScheme), `${colorScheme}, ${width}`).toEqual([]);
    }
  }
  receiver.respondWith(() => 200);
  await panel.getByRole("button", { name: "Retry dead letters" }).click();
  await expect(page.getByText("1 dead letter queued again")).toBeVisible();
  await expect(panel.getByText("delivering")).toBeVisible();
  await panel.getByRole("switch", { name: "Enabled" }).click();
  await expect(panel.getByText("disabled", { exact: true })).toBeVisible();
  await tabTo(page, panel.getByRole("button", { name: "Delete destination" }));
  await page.keyboard.press("Enter");
  const confirm = page.getByRole("alertdialog", { name: "Delete destination Broken" });
  await confirm.getByRole("textbox").fill("Broken");
  await confirm.getByRole("button", { name: "Delete destination" }).click();
  await expect(page.getByText("No destinations yet.")).toBeVisible();
});

test("a collector and a bucket have their own fields", async ({ page, gateway }) => {
  await page.goto(`${PAGE}?create=true`);
  const form = page.getByRole("dialog", { name: "Add destination" });
  await form.getByText("OpenTelemetry").click();
  await form.getByLabel("Name").fill("Collector");
  await form.getByLabel("Endpoint").fill(receiver.url);
  await form.getByLabel("Share of requests").fill("12.5");
  await form.getByRole("checkbox", { name: "Send prompts and responses" }).check();
  await form.getByRole("button", { name: "Add destination" }).click();
  const panel = page.getByRole("dialog", { name: "Destination", exact: true });
  await expect(panel.getByRole("heading", { name: "Collector" })).toBeVisible();
  await expect(panel.getByLabel("Share of requests")).toHaveValue("12.5");
  await page.goto(`${PAGE}?create=true`);
  await form.getByText("S3 bucket").click();
  await form.getByLabel("Name").fill("Bucket");
  await form.getByRole("textbox", { name: /^Bucket/ }).fill("traces");
  await form.getByRole("button", { name: "Add destination" }).click();
  await expect(form.getByText("Enter the access key ID")).toBeVisible();
  await form.getByLabel("Access key ID").fill("AKIAEXAMPLEKEY123456");
  await form.getByLabel(/^Secret access key/).fill("s3-secret-access-key-9876");
  await form.getByRole("button", { name: "Add destination" }).click();
  await expect(panel.getByRole("heading", { name: "Bucket" })).toBeVisible();
  await page.goto(`${PAGE}?create=true`);
  await form.getByText("Disk", { exact: true }).click();
  await form.getByLabel("Name").fill("Files");
  await expect(form.getByLabel("Path")).toHaveValue("{date}");
  await form.getByLabel("Path").fill("../up");
  await form.getByRole("button", { name: "Add destination" }).click();
  await expect(form.getByText("Enter a path of letters")).toBeVisible();
  await form.getByLabel("Path").fill("day={date}");
  await form.getByText("Parquet", { exact: true }).click();
  await form.getByRole("button", { name: "Add destination" }).click();
  await expect(panel.getByRole("heading", { name: "Files" })).toBeVisible();
  await panel.getByRole("button", { name: "Send test" }).click();
  await expect(panel.getByText("The file was written")).toBeVisible();
  const { data } = (await gateway.call("GET", "/observability/destinations")).body;
  expect(data).toMatchObject([
    { type: "otel-collector", sampling_rate: 0.125, privacy_mode: false, broadcast_generation_cost: true },
    { type: "s3", privacy_mode: true, config: { bucketName: "traces", accessKeyId: "••••3456" } },
    { type: "disk", config: { pathTemplate: "day={date}", format: "parquet" } },
  ]);
});
