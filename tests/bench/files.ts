import { cpus } from "node:os";
import { Readable } from "node:stream";
import { MAX_FILE_BYTES } from "#lib/contract/files.ts";
import { residentBytes } from "#tests/support/resident-bytes.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { startS3 } from "#tests/support/servers/s3-server.ts";
import { round } from "./numbers.ts";

// Uploads files of 100 MB, one after the other and then three at once, and measures the gateway's resident memory,
// which must not grow with the size of a file. First the files are stored on disk, then in a bucket.

const MEGABYTE = 1024 * 1024;
const SAMPLE_EVERY_MS = 20;
const CHUNK = Buffer.alloc(64 * 1024, "A line of text, as it stands in files.\n");

console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}\n`);
await measure("disk", {});
const s3 = await startS3();
await measure("S3", s3.env);
await s3.close();

async function measure(storage: string, env: Record<string, string>): Promise<void> {
  const gateway = await startGateway({ env });
  // The first upload loads code that stays loaded.
  await upload(gateway, 10 * MEGABYTE);
  for (const [name, megabytes, times] of [
    ["one of 10 MB", 10, 1],
    ["one of 100 MB", 100, 1],
    ["one of 100 MB", 100, 1],
    ["three of 100 MB at once", 100, 3],
  ] as const) {
    const before = residentBytes(gateway.pid);
    const start = performance.now();
    const watched = samplePeak(gateway);
    await Promise.all(Array.from({ length: times }, () => upload(gateway, megabytes * MEGABYTE)));
    const peak = await watched();
    const seconds = round((performance.now() - start) / 1000, 1);
    const grownMegabytes = round((peak - before) / MEGABYTE, 1);
    console.log(
      `${storage}: ${name.padEnd(24)} ${seconds} s, memory grew by ${grownMegabytes} MB to ${round(peak / MEGABYTE)} MB`,
    );
  }
  const overLimitStatus = await upload(gateway, MAX_FILE_BYTES + 1);
  console.log(`${storage}: one byte past 100 MB     status ${overLimitStatus}\n`);
  await gateway.stop();
}

/** Sends a form while it is generated, so that this process does not hold it either. Returns the status. */
async function upload({ url, managementKey }: TestGateway, sizeBytes: number): Promise<number> {
  const response = await fetch(`${url}/api/v1/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${managementKey}`, "content-type": "multipart/form-data; boundary=bench" },
    body: Readable.toWeb(Readable.from(formOf(sizeBytes))),
    duplex: "half",
  } as unknown as RequestInit);
  await response.text();
  return response.status;
}

function* formOf(sizeBytes: number): Generator<Uint8Array> {
  yield Buffer.from('--bench\r\ncontent-disposition: form-data; name="file"; filename="large.txt"\r\n\r\n');
  for (let remainingBytes = sizeBytes; remainingBytes > 0; remainingBytes -= CHUNK.length)
    yield CHUNK.subarray(0, Math.min(remainingBytes, CHUNK.length));
  yield Buffer.from("\r\n--bench--\r\n");
}

/** Samples the memory and returns the maximum when called. */
function samplePeak(gateway: TestGateway): () => Promise<number> {
  let peak = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, residentBytes(gateway.pid));
      await new Promise((sampled) => setTimeout(sampled, SAMPLE_EVERY_MS));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return peak;
  };
}
