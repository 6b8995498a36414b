import { crc32 } from "node:zlib";

const base64 = (text: string) => Buffer.from(text, "base64");
const bytes = (text: string) => Buffer.from(text, "latin1");

const PDF = bytes(
  "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj " +
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
);
export const PNG = base64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);
const JPEG = base64(
  "/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQ" +
    "Ew8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=",
);
const GIF = base64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");
const WEBP = base64("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA");
/** Two frames of silence: MPEG 1, layer III, 128 kbit/s, 44.1 kHz, 417 bytes each. */
const MP3 = Buffer.concat(Array.from({ length: 2 }, () => Buffer.concat([base64("//uQZA=="), Buffer.alloc(413)])));
const TAGGED_MP3 = Buffer.concat([bytes("ID3\x04\0\0\0\0\0\0"), MP3]);
const WAV = Buffer.concat([
  bytes("RIFF\x2c\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\x08\0\0\0"),
  Buffer.alloc(8),
]);
const FLAC = Buffer.concat([bytes("fLaC\x80\0\0\x22"), Buffer.alloc(34)]);
const OGG = Buffer.concat([bytes("OggS\0\x02"), Buffer.alloc(20), bytes("\x01\x1e\x01vorbis"), Buffer.alloc(23)]);
/** The box that every MP4 file starts with, and an empty one for its content. */
const mp4 = (brand: string) => bytes(`\0\0\0\x14ftyp${brand}\0\0\x02\0isom\0\0\0\x08mdat`);
const WEBM = bytes(
  "\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webmB\x87\x81\x04B\x85\x81\x02",
);

const OFFICE = "application/vnd.openxmlformats-officedocument";

/** Returns an uncompressed archive with an empty file for each name. */
export function archiveOf(...names: string[]): Buffer {
  const files: Buffer[] = [];
  const entries: Buffer[] = [];
  for (const name of names) {
    const at = files.reduce((sum, file) => sum + file.length, 0);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(""), 10);
    facts.writeUInt16LE(name.length, 22);
    files.push(Buffer.concat([bytes("PK\x03\x04"), facts, bytes(name)]));
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([bytes("PK\x01\x02\x14\0"), facts, place, bytes(name)]));
  }
  const [local, list] = [Buffer.concat(files), Buffer.concat(entries)];
  const end = Buffer.alloc(18);
  end.writeUInt16LE(names.length, 4);
  end.writeUInt16LE(names.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, list, bytes("PK\x05\x06"), end]);
}

const office = (main: string) => archiveOf("[Content_Types].xml", "_rels/.rels", main);

/** A file of every accepted type, with the type that must be detected. */
export const SAMPLES: [type: string, name: string, content: Buffer][] = [
  ["application/pdf", "a.pdf", PDF],
  ["image/png", "a.png", PNG],
  ["image/jpeg", "a.jpg", JPEG],
  ["image/gif", "a.gif", GIF],
  ["image/webp", "a.webp", WEBP],
  ["audio/mpeg", "a.mp3", MP3],
  ["audio/mpeg", "tagged.mp3", TAGGED_MP3],
  ["audio/wav", "a.wav", WAV],
  ["audio/flac", "a.flac", FLAC],
  ["audio/ogg", "a.ogg", OGG],
  [`${OFFICE}.wordprocessingml.document`, "a.docx", office("word/document.xml")],
  [`${OFFICE}.spreadsheetml.sheet`, "a.xlsx", office("xl/workbook.xml")],
  [`${OFFICE}.presentationml.presentation`, "a.pptx", office("ppt/presentation.xml")],
  ["application/json", "a.json", Buffer.from('{\n  "a": [1, 2.5e3, true, null, "ü\\""]\n}\n')],
  ["application/json", "with a mark.json", Buffer.from('\uFEFF[{"a": 1}]')],
  ["application/x-ndjson", "a.ndjson", Buffer.from('{"a": 1}\n{"a": [2]}\n')],
  ["text/csv", "a.csv", Buffer.from('name,age\r\n"Doe, Jane",7\r\nLee,8\r\n')],
  ["text/csv", "semicolons.csv", Buffer.from("name;age\nJane;7,5\n")],
  ["text/markdown", "a.md", Buffer.from("# Title\n\nSome text.\n")],
  ["text/markdown", "list.md", Buffer.from("See [the site](https://a.example):\n\n- one\n- two\n")],
  ["text/plain", "a.txt", Buffer.from("Hello, world.\nIt is late, friend.\n")],
  ["text/plain", "umlaut.txt", Buffer.from("Grüße aus Köln 🙂")],
  ["text/plain", "no.json", Buffer.from('{"a": 1,}')],
  ["text/plain", "script.py", Buffer.from("# Adds.\n# Twice.\ndef f(a, b):\n    return a + b\n")],
];

/** The same for videos, which only Google's clients upload. */
export const VIDEOS: typeof SAMPLES = [
  ["video/mp4", "a.mp4", mp4("isom")],
  ["video/mp4", "b.mp4", mp4("mp42")],
  ["video/quicktime", "a.mov", mp4("qt  ")],
  ["video/webm", "a.webm", WEBM],
];
