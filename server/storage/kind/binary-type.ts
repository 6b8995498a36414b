/** Returns the media type that a file's first bytes identify; undefined for types we do not accept. */
export function binaryType(start: Buffer): string | undefined {
  const found = MARKS.find((mark) => mark.parts.every(([at, text]) => isAt(start, at, text)));
  if (found) return found.type;
  if (isWebm(start)) return "video/webm";
  return isMpegAudio(start) ? "audio/mpeg" : undefined;
}

/** Brands of MP4 videos (ISO/IEC 14496-12, section 4.3); audio and images have other brands in the same container. */
const MP4_BRANDS = ["isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "dash", "M4V ", "MSNV"];

/** Bytes (as Latin-1) at fixed positions, for each file type. */
const MARKS: { type: string; parts: [at: number, text: string][] }[] = [
  { type: "application/pdf", parts: [[0, "%PDF-"]] },
  { type: "image/png", parts: [[0, "\x89PNG\r\n\x1a\n"]] },
  { type: "image/jpeg", parts: [[0, "\xff\xd8\xff"]] },
  { type: "image/gif", parts: [[0, "GIF87a"]] },
  { type: "image/gif", parts: [[0, "GIF89a"]] },
  {
    type: "image/webp",
    parts: [
      [0, "RIFF"],
      [8, "WEBP"],
    ],
  },
  {
    type: "audio/wav",
    parts: [
      [0, "RIFF"],
      [8, "WAVE"],
    ],
  },
  { type: "audio/flac", parts: [[0, "fLaC"]] },
  { type: "audio/ogg", parts: [[0, "OggS"]] },
  { type: "audio/mpeg", parts: [[0, "ID3"]] },
  { type: "video/quicktime", parts: [[4, "ftypqt  "]] },
  ...MP4_BRANDS.map((brand) => ({ type: "video/mp4", parts: [[4, `ftyp${brand}`]] as [number, string][] })),
];

/** A Matroska file says in its header whether it is a WebM file (RFC 8794, section 11.2). */
function isWebm(start: Buffer): boolean {
  return isAt(start, 0, "\x1aE\xdf\xa3") && start.subarray(0, 64).includes("webm");
}

function isAt(bytes: Buffer, at: number, text: string): boolean {
  return bytes.subarray(at, at + text.length).equals(Buffer.from(text, "latin1"));
}

/** kbit/s of layer III, for MPEG 1 and MPEG 2; indexes 0 and 15 are not allowed. */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** Returns whether a file without a tag is an MP3: two frame headers must be as far apart as the first one says. */
function isMpegAudio(start: Buffer): boolean {
  const length = frameLength(start, 0);
  if (length === undefined) return false;
  return start.length < length + 4 || frameLength(start, length) !== undefined;
}

/** Returns the length in bytes of the layer III frame at `at`; undefined if there is none. */
function frameLength(bytes: Buffer, at: number): number | undefined {
  if (bytes.length < at + 4) return undefined;
  const header = bytes.readUInt32BE(at);
  const version = (header >>> 19) & 3;
  const [layer, bitrateIndex, rateIndex] = [(header >>> 17) & 3, (header >>> 12) & 15, (header >>> 10) & 3];
  if (header >>> 21 !== 0x7ff || version === 1 || layer !== 1 || rateIndex === 3) return undefined;
  const kilobits = (version === 3 ? BITRATES_1 : BITRATES_2)[bitrateIndex];
  if (!kilobits) return undefined;
  const sampleRate = (SAMPLE_RATES[rateIndex] as number) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const samplesPerFrame = version === 3 ? 1152 : 576;
  return Math.floor((samplesPerFrame / 8) * ((kilobits * 1000) / sampleRate)) + ((header >>> 9) & 1);
}
