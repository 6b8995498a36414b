import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  changeVideoJob,
  claimVideoJobs,
  finishVideoJob,
  insertVideoJob,
  keepVideoJobs,
  rescheduleVideoJob,
} from "#server/data/video-jobs.ts";
import { createGroup } from "#server/ledger/limits/row-group.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";

describe.each(databases)("video jobs on %s", (_name, open) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  async function newJob(heldBy: string): Promise<string> {
    const id = `gen-vid-${crypto.randomUUID()}`;
    await insertVideoJob(opened.database.queries, {
      id,
      organizationId: NOBODY,
      workspaceId: NOBODY,
      generationId: `gen-${id}`,
      status: "pending",
      model: "m",
      provider: "p",
      upstreamModel: "u",
      isByok: false,
      shape: {},
      charge: {},
      createdAt: new Date(),
      heldBy,
    });
    return id;
  }
  const expire = (id: string) =>
    opened.database.pool.query("update video_job set held_until = now() - interval '1 s' where id = $1", [id]);

  test("are claimed by one process each, however many compete", async () => {
    const maker = crypto.randomUUID();
    const ids = await Promise.all(Array.from({ length: 40 }, () => newJob(maker)));
    for (const id of ids) await rescheduleVideoJob(opened.database.queries, { id, processId: maker }, 0);
    const claims = await Promise.all(
      Array.from({ length: 8 }, () => claimVideoJobs(opened.database, crypto.randomUUID(), 10)),
    );
    const claimed = claims.flat().map(({ id }) => id);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed.toSorted()).toEqual(ids.toSorted());
  });

  test("stay with a live process and move to another when it dies", async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const id = await newJob(one);
    expect(await claimVideoJobs(opened.database, other, 10)).toEqual([]);
    await expire(id);
    await keepVideoJobs(opened.database.queries, one, [id]);
    expect(await claimVideoJobs(opened.database, other, 10)).toEqual([]);
    await expire(id);
    expect((await claimVideoJobs(opened.database, other, 10)).map((job) => job.id)).toEqual([id]);
    expect(await changeVideoJob(opened.database.queries, { id, processId: one }, { polls: 9 })).toBe(false);
    await rescheduleVideoJob(opened.database.queries, { id, processId: other }, 60_000);
    expect(await claimVideoJobs(opened.database, other, 10)).toEqual([]);
  });

  test("end once, and a process that lost the job charges nothing", async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const id = await newJob(one);
    await expire(id);
    const [job] = await claimVideoJobs(opened.database, other, 10);
    const outcome = { status: "completed", error: null, fileIds: ["file-1"], costNanoUsd: 7 };
    const payer = crypto.randomUUID();
    const group = () => {
      const written = createGroup(job?.leaseId as string);
      const row = { createdAt: new Date(), costNanoUsd: 7, byokNanoUsd: null, isByok: false };
      const columns = {
        id: `gen-${id}`,
        created_at: job?.createdAt,
        organization_id: NOBODY,
        workspace_id: payer,
        request_id: "r",
        operation: "createVideo",
        requested_model: "m",
        is_byok: false,
        attempts: [],
        usage: {},
        usage_estimated: false,
        cost_nano_usd: 7,
        price_ids: [],
        unpriced: [],
        status: 200,
        streamed: false,
        cancelled: false,
        queue_ms: 0,
        total_ms: 1,
        notes: [],
      };
      written.add({ row, rowJson: JSON.stringify(columns), uses: [] });
      return written.finish();
    };
    const end = (processId: string) => finishVideoJob(opened.database.pool, { id, processId }, outcome, group());
    expect(await end(one)).toBe(false);
    expect(await end(other)).toBe(true);
    expect(await end(other)).toBe(false);
    const { rows } = await opened.database.pool.query("select cost_nano_usd, requests from spend where payer_id = $1", [
      payer,
    ]);
    expect(rows).toEqual([{ cost_nano_usd: 7, requests: 1 }]);
  });
});
