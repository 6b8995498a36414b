import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/data/database.ts";
import { readEnvironment } from "#server/env.ts";
import type { Gateway } from "#server/gateway.ts";
import { pruneVideos } from "#server/jobs/videos/prune-videos.ts";
import { createLog } from "#server/log.ts";
import { diskStorage } from "#server/storage/disk.ts";
import { type Event, until } from "#tests/pipeline/calling.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";

// A second process on the same database and folder has a clock that is ahead.

const DAY_MS = 86_400_000;

const postgres = sharedPostgres();
const gateway = sharedGateway(() => ({
  env: { DATABASE_URL: postgres.url, VIDEO_POLL_MS: "100", VIDEO_RETENTION_DAYS: "7" },
}));

let inside: Pick<Gateway, "database" | "storage">;

beforeAll(async () => {
  inside = {
    database: await openDatabase({ url: postgres.url, folder: gateway.folder }),
    storage: diskStorage(`${gateway.folder}/files/kept`),
  };
});
afterAll(() => inside?.database.close());

const prune = (days: number) =>
  pruneVideos({ ...inside, days: 7, promptDays: 3, log: createLog("silent"), now: () => Date.now() + days * DAY_MS });

async function makeVideo(more: object = {}): Promise<Event> {
  const body = { model: "local/animatic", prompt: "A fox", duration: 1, ...more };
  const { id } = (await gateway.call("POST", "/videos", body)).body;
  return until(async () => {
    const job = (await gateway.call("GET", `/videos/${id}`)).body;
    return job.status === "completed" ? job : undefined;
  }, "the video");
}

const content = (job: Event) => gateway.call("GET", `/videos/${job.id}/content`);
const entry = async (job: Event) =>
  (await gateway.call("GET", "/videos")).body.data.find(({ id }: { id: string }) => id === job.id);
const deliveries = async (job: Event) => (await gateway.call("GET", `/videos/${job.id}/deliveries`)).body.data;

test("videos are deleted at the configured age, and their jobs stay", async () => {
  const job = await makeVideo({ callback_url: "https://receiver.invalid/hook" });
  const listed = await entry(job);
  expect(Date.parse(listed.expires_at) - Date.parse(listed.completed_at)).toBe(7 * DAY_MS);
  const { rows } = await inside.database.pool.query("select file_ids from video_job where id = $1", [job.id]);
  const [fileId] = rows[0].file_ids;

  await prune(6);
  expect((await content(job)).status).toBe(200);
  await until(async () => (await deliveries(job))[0], "the delivery");

  await prune(8);
  const gone = await content(job);
  expect([gone.status, gone.body.error.message]).toEqual([410, expect.stringMatching(/expired: it was removed at 20/)]);
  const signed = await fetch(job.unsigned_urls[0], { headers: { range: "bytes=0-1" } });
  expect(signed.status).toBe(410);
  expect((await gateway.call("GET", `/files/${fileId}`)).status).toBe(404);
  await expect(inside.storage.open(fileId)).rejects.toMatchObject({ status: 503 });

  const { unsigned_urls: _, ...kept } = job;
  expect((await gateway.call("GET", `/videos/${job.id}`)).body).toEqual(kept);
  expect(Date.parse((await entry(job)).expires_at)).toBeLessThanOrEqual(Date.now());
  // A delivery that is still being retried is kept.
  expect(await deliveries(job)).toMatchObject([{ status: "pending" }]);
  await inside.database.pool.query("update webhook_delivery set status = 'failed' where job_id = $1", [job.id]);
  await prune(6);
  expect(await deliveries(job)).toHaveLength(1);
  await prune(8);
  expect(await deliveries(job)).toEqual([]);
});

test("a job's prompt is deleted with other stored prompts", async () => {
  const logging = { is_observability_io_logging_enabled: true, io_logging_sampling_rate: 1 };
  await gateway.call("PATCH", "/workspaces/default", logging);
  const job = await makeVideo();
  await prune(2);
  expect((await entry(job)).prompt).toBe("A fox");
  await prune(4);
  expect((await entry(job)).prompt).toBeNull();
  expect((await content(job)).status).toBe(200);
});

test("a video deleted earlier by its workspace stays deleted and does not block others", async () => {
  const [one, other] = [await makeVideo(), await makeVideo()];
  const { rows } = await inside.database.pool.query("select file_ids from video_job where id = $1", [one.id]);
  expect((await gateway.call("DELETE", `/files/${rows[0].file_ids[0]}`)).status).toBe(200);
  expect((await content(one)).body.error.message).toBe("The video has been deleted");
  await prune(8);
  for (const job of [one, other]) expect((await content(job)).status).toBe(410);
});

test("the number of days is validated at the start", () => {
  expect(readEnvironment({}).VIDEO_RETENTION_DAYS).toBe(30);
  for (const days of ["0", "-1", "1.5", "long"])
    expect(() => readEnvironment({ VIDEO_RETENTION_DAYS: days })).toThrow(/VIDEO_RETENTION_DAYS/);
});
