import { measureRequests } from "../requests.ts";
import { measureMemory, measureStreams } from "../streams.ts";
import { residentKb } from "../target.ts";
import type { Setting } from "./setting.ts";

/** Measures the memory of each of these numbers of streams, all open at once in a new process. */
export async function measureOpenStreams(setting: Setting, counts: readonly number[]): Promise<void> {
  for (const count of counts) {
    const target = await setting.start();
    await measureRequests(target, 16, 5_000);
    await measureStreams(target, 64, 3);
    const idleKb = residentKb(target.process);
    const perStreamKb = await measureMemory(target, count);
    console.log(
      `streams ${count}: ${perStreamKb.toFixed(1)} kB each, ${(idleKb / 1024).toFixed(0)} MB resident before`,
    );
    await setting.stop(target);
  }
}

/** Mixes calls and streams for some minutes and prints the resident memory after each minute. */
export async function measureSteadyMemory(setting: Setting, minutes: number): Promise<void> {
  const target = await setting.start();
  const megabytes: number[] = [];
  for (let minute = 1; minute <= minutes; minute++) {
    const endsMs = performance.now() + 60_000;
    let calls = 0;
    let chunks = 0;
    while (performance.now() < endsMs) {
      const lasts = Math.min(5_000, Math.max(1, endsMs - performance.now()));
      const [requests, streams] = await Promise.all([
        measureRequests(target, 8, lasts),
        measureStreams(target, 64, Math.max(1, Math.floor(lasts / 1_000))),
      ]);
      calls += (requests.requestsPerSecond * lasts) / 1000;
      chunks += (streams.chunksPerSecond * lasts) / 1000;
    }
    megabytes.push(residentKb(target.process) / 1024);
    console.log(
      `minute ${minute}: ${megabytes.at(-1)?.toFixed(0)} MB resident, ${calls.toFixed(0)} calls, about ${chunks.toFixed(0)} chunks`,
    );
  }
  // The first minutes fill caches and let the heap reach its working size.
  const steady = megabytes.slice(Math.floor(megabytes.length / 3));
  const [least, most] = [Math.min(...steady), Math.max(...steady)];
  console.log(
    `after the first third: ${least.toFixed(0)} to ${most.toFixed(0)} MB, ${((100 * (most - least)) / least).toFixed(1)}% apart; last ${(steady.at(-1) ?? 0).toFixed(0)} MB`,
  );
  await setting.stop(target);
}
