import type { TestGateway } from "#tests/support/servers/gateway.ts";

export type Spoken = {
  status: number;
  headers: Headers;
  bytes: Buffer;
  json: ReturnType<typeof JSON.parse>;
  /** The connection broke off before the end. */
  isCut: boolean;
};

type Options = { key?: string; headers?: Record<string, string>; signal?: AbortSignal };

/** Requests speech and reads the response until it ends or breaks off. */
export async function speak(gateway: TestGateway, body: object, options: Options = {}): Promise<Spoken> {
  const response = await fetch(`${gateway.url}/api/v1/audio/speech`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${options.key ?? gateway.managementKey}`,
      ...options.headers,
    },
    body: JSON.stringify({ model: "openai/tts-1", input: "Good morning", ...body }),
    ...(options.signal && { signal: options.signal }),
  });
  const chunks: Uint8Array[] = [];
  let isCut = false;
  try {
    for await (const chunk of response.body ?? []) chunks.push(chunk);
  } catch {
    isCut = true;
  }
  const { status, headers } = response;
  const bytes = Buffer.concat(chunks);
  const isJson = headers.get("content-type")?.startsWith("application/json");
  return { status, headers, bytes, isCut, json: isJson ? JSON.parse(bytes.toString()) : undefined };
}

/** Returns the length of an MP3 with a constant bit rate, by its frames. Throws if it has none. */
export function mp3Facts(bytes: Buffer): { frames: number; sampleRate: number } {
  let at = 0;
  if (bytes.toString("latin1", 0, 3) === "ID3") {
    at = 10 + [6, 7, 8, 9].reduce((size, index) => (size << 7) | (bytes[index] as number), 0);
  }
  let frames = 0;
  let sampleRate = 0;
  while (at + 4 <= bytes.length) {
    const head = bytes.readUInt32BE(at);
    if (head >>> 21 !== 0x7ff) throw new Error(`no frame at ${at}`);
    const isVersion1 = ((head >>> 19) & 3) === 3;
    const rates = isVersion1 ? [44_100, 48_000, 32_000] : [22_050, 24_000, 16_000];
    const bitrates = isVersion1
      ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
    sampleRate = rates[(head >>> 10) & 3] as number;
    const kilobits = bitrates[(head >>> 12) & 15] as number;
    const samples = isVersion1 ? 144 : 72;
    at += Math.floor((samples * kilobits * 1000) / sampleRate) + ((head >>> 9) & 1);
    frames += 1;
  }
  return { frames, sampleRate };
}
