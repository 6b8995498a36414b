import { unzipSync } from "fflate";
import type { DocumentText } from "./document-text.ts";
import { documentLimits } from "./limits.ts";

const MAIN = "word/document.xml";
const WITH_TEXT = /^(?:word|docProps|customXml)\/.*\.(?:xml|rels)$/;
/** Parts without text: fonts, the thumbnail of the first page, and package metadata. */
const WITHOUT_TEXT = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/thumbnail\.\w+|word\/fonts\/.*|.*\/)$/;

/**
 * Reads the text of a DOCX file: the document, headers, footers, notes, comments, links and properties. Images and
 * embedded files make it incomplete. Throws if the file is broken, is another kind of zip or unpacks to too much.
 */
export function readDocx(data: Uint8Array): DocumentText {
  const names = new Set<string>();
  let bytes = 0;
  let isWhole = true;
  const files = unzipSync(data, {
    filter: ({ name, originalSize }) => {
      // If two parts have the same name, different programs read different ones.
      if (names.has(name)) throw new Error(`two parts are named ${name}`);
      names.add(name);
      if (!WITH_TEXT.test(name)) {
        isWhole &&= WITHOUT_TEXT.test(name);
        return false;
      }
      bytes += originalSize;
      if (bytes > documentLimits.unpackedBytesMax) throw new Error("the file is too large when unpacked");
      return true;
    },
  });
  if (!files[MAIN]) throw new Error("the file is not a document");
  const text = Object.entries(files)
    .map(([name, part]) => partText(name, decodeXml(part)))
    .filter((one) => one.trim() !== "")
    .join("\n");
  const { textMax } = documentLimits;
  return { text: text.slice(0, textMax), isWhole: isWhole && text.length <= textMax };
}

export function decodeXml(part: Uint8Array): string {
  const [first, second] = part;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(part);
}

function partText(name: string, xml: string): string {
  return name.endsWith(".rels") ? linksOf(xml) : textOf(xml);
}

function linksOf(xml: string): string {
  const targets = [...xml.matchAll(/<Relationship\s[^>]*>/g)].filter(([tag]) => tag.includes("External"));
  return targets.map(([tag]) => unescapeXml(/\sTarget\s*=\s*["']([^"']*)/.exec(tag)?.[1] ?? "")).join("\n");
}

const TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)(?:[\w.-]+:)?([\w.-]+)([^>]*)>|([^<]+)/g;
/** Elements that end a line, and elements that represent a space. */
const LINES = new Set(["p", "tr", "tc", "comment", "footnote", "endnote", "lpwstr", "title", "subject", "creator"]);
const BLANKS = new Set(["tab", "br", "cr", "noBreakHyphen", "ptab"]);
const SAID = /\s(?:descr|alt|title|text|name)\s*=\s*"([^"]*)"/g;

/** Returns the text of a part. Text continues across nested elements, because formatting may split a value anywhere. */
export function textOf(xml: string): string {
  const pieces: string[] = [];
  const words: string[] = [];
  for (const [, data, slash, element = "", attributes = "", text] of xml.matchAll(TOKEN)) {
    if (data !== undefined) pieces.push(data);
    else if (text !== undefined) pieces.push(unescapeXml(text));
    else if (slash && LINES.has(element)) pieces.push("\n");
    else if (BLANKS.has(element)) pieces.push(element === "noBreakHyphen" ? "-" : " ");
    if (attributes.includes("="))
      for (const [, value = ""] of attributes.matchAll(SAID)) words.push(unescapeXml(value));
  }
  return [pieces.join(""), ...new Set(words)].join("\n");
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

export function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{2,4}));/g, (all, decimal, hex, name) => {
    if (name) return ENTITIES[name] ?? all;
    const rune = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return rune <= 0x10ffff ? String.fromCodePoint(rune) : all;
  });
}
