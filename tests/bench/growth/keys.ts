import { residentKb, type Target } from "../target.ts";
import { describeCost, measureCalls } from "./calls.ts";
import type { Setting } from "./setting.ts";

/** Inserts keys numbered by `n`; a null limit means no limit. A key's text is `sk-sb-growth-<n>`. */
const INSERT = `
  insert into api_key (hash, name, label, workspace_id, limit_nano_usd, limit_reset)
  select encode(sha256(('sk-sb-growth-' || n)::bytea), 'hex'), 'Key ' || n, 'sk-sb-…' || n, workspace.id, $3::bigint, case when $3::bigint is not null then 'monthly' end
  from generate_series($1::int, $2::int - 1) as n, (select id from workspace limit 1) as workspace`;

const COUNTS = [10, 1_000, 100_000];

/** Measures calls with each key in turn, with and without limits, for growing numbers of keys. */
export async function measureKeys(setting: Setting): Promise<void> {
  // The first start creates the tables and the first workspace.
  await setting.stop(await setting.start());
  for (const limitNanoUsd of [null, 1_000_000_000_000]) {
    let createdCount = 0;
    for (const count of COUNTS) {
      await setting.pool.query(INSERT, [createdCount, count, limitNanoUsd]);
      createdCount = count;
      await setting.pool.query("analyze api_key");
      const startMs = performance.now();
      const target = await setting.start();
      const startedMs = performance.now() - startMs;
      const cost = await measureCalls(setting, withKeysInTurn(target, count));
      console.log(
        `keys ${count}, ${limitNanoUsd ? "each with a limit" : "no limits"}: ${describeCost(cost)}; start ${startedMs.toFixed(0)} ms, resident ${(residentKb(target.process) / 1024).toFixed(0)} MB`,
      );
      await setting.stop(target);
    }
    await setting.pool.query("delete from api_key where name like 'Key %'");
  }
}

/** Returns the same process; each read of its headers gives the next key. */
function withKeysInTurn(target: Target, count: number): Target {
  let next = 0;
  return {
    ...target,
    get headers() {
      next = (next + 1) % count;
      return { ...target.headers, authorization: `Bearer sk-sb-growth-${next}` };
    },
  };
}
