import { residentKb, type Target } from "../target.ts";
import { describeCost, measureCalls } from "./calls.ts";
import type { Setting } from "./setting.ts";

/** `n` numbers the keys; a null limit is none. The digest is that of `secretOf(n)`. */
const INSERT = `
  insert into api_key (hash, name, label, workspace_id, limit_nano_usd, limit_reset)
  select encode(sha256(('sk-sb-growth-' || n)::bytea), 'hex'), 'Key ' || n, 'sk-sb-…' || n, workspace.id, $3::bigint, case when $3::bigint is not null then 'monthly' end
  from generate_series($1::int, $2::int - 1) as n, (select id from workspace limit 1) as workspace`;

const COUNTS = [10, 1_000, 100_000];

/** Calls each key in turn, with and without a limit, in a process that knows so many keys. */
export async function measureKeys(setting: Setting): Promise<void> {
  // Once before, for the tables and the first workspace.
  await setting.stop(await setting.start());
  for (const limitNanoUsd of [null, 1_000_000_000_000]) {
    let made = 0;
    for (const count of COUNTS) {
      await setting.pool.query(INSERT, [made, count, limitNanoUsd]);
      made = count;
      await setting.pool.query("analyze api_key");
      const startMs = performance.now();
      const target = await setting.start();
      const startedMs = performance.now() - startMs;
      const cost = await measureCalls(setting, callingInTurn(target, count));
      console.log(
        `keys ${count}, ${limitNanoUsd ? "each with a limit" : "no limits"}: ${describeCost(cost)}; start ${startedMs.toFixed(0)} ms, resident ${(residentKb(target.process) / 1024).toFixed(0)} MB`,
      );
      await setting.stop(target);
    }
    await setting.pool.query("delete from api_key where name like 'Key %'");
  }
}

/** The same process, called with the next key each time its headers are read. */
function callingInTurn(target: Target, count: number): Target {
  let next = 0;
  return {
    ...target,
    get headers() {
      next = (next + 1) % count;
      return { ...target.headers, authorization: `Bearer sk-sb-growth-${next}` };
    },
  };
}
