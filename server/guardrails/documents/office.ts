import { unzipSync } from "fflate";
import type { DocumentText } from "./document-text.ts";
import { decodeXml, readDocx, textOf, unescapeXml } from "./docx.ts";
import { documentLimits } from "./limits.ts";

type Parts = Readonly<Record<string, Uint8Array>>;

const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/;
const NOTES = /^ppt\/notesSlides\/notesSlide(\d+)\.xml$/;
const SHEET = /^xl\/worksheets\/sheet(\d+)\.xml$/;
const STRINGS = "xl/sharedStrings.xml";

/**
 * Reads the text of an office file: a document, the slides of a presentation with their notes, or the cells of a
 * workbook, one row per line. Throws if the file is none of these, is broken or unpacks to too much.
 */
export function readOffice(data: Uint8Array): DocumentText {
  const parts = partsOf(data);
  const names = Object.keys(parts);
  if (names.some((name) => SLIDE.test(name))) return joinPages(readSlides(parts));
  if (names.some((name) => SHEET.test(name))) return joinPages(readSheets(parts));
  return readDocx(data);
}

function partsOf(data: Uint8Array): Parts {
  let bytes = 0;
  return unzipSync(data, {
    filter: ({ name, originalSize }) => {
      if (![SLIDE, NOTES, SHEET].some((one) => one.test(name)) && name !== STRINGS) return false;
      bytes += originalSize;
      if (bytes > documentLimits.unpackedBytesMax) throw new Error("the file is too large when unpacked");
      return true;
    },
  });
}

function readSlides(parts: Parts): string[] {
  const notes = new Map(numberedParts(parts, NOTES));
  return numberedParts(parts, SLIDE).map(([number, xml]) =>
    [xml, notes.get(number)].map((one) => textOf(one ?? "")).join("\n"),
  );
}

function numberedParts(parts: Parts, pattern: RegExp): [number, string][] {
  return Object.entries(parts)
    .flatMap(([name, part]): [number, string][] => {
      const number = pattern.exec(name)?.[1];
      return number === undefined ? [] : [[Number(number), decodeXml(part)]];
    })
    .sort(([one], [other]) => one - other);
}

function readSheets(parts: Parts): string[] {
  const shared = parts[STRINGS];
  const strings = shared
    ? [...decodeXml(shared).matchAll(/<si>([\s\S]*?)<\/si>/g)].map(([, xml = ""]) => plainText(xml))
    : [];
  return numberedParts(parts, SHEET).map(([, xml]) => rows(xml, strings));
}

function rows(xml: string, strings: readonly string[]): string {
  return [...xml.matchAll(/<row[\s>][\s\S]*?<\/row>/g)]
    .map(([row]) =>
      [...row.matchAll(/<c([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)].map((cell) => cellText(cell, strings)).join("\t"),
    )
    .join("\n");
}

function cellText([, attributes = "", inner = ""]: RegExpMatchArray, strings: readonly string[]): string {
  const value = /<v>([\s\S]*?)<\/v>/.exec(inner)?.[1];
  if (/\bt="s"/.test(attributes)) return strings[Number(value)] ?? "";
  return value === undefined ? plainText(inner) : unescapeXml(value);
}

/** Returns the text of all `t` elements: formatting may split a cell's text. */
function plainText(xml: string): string {
  return [...xml.matchAll(/<t[^>]*>([\s\S]*?)<\/t>/g)].map(([, text = ""]) => unescapeXml(text)).join("");
}

function joinPages(pages: readonly string[]): DocumentText {
  const { textMax } = documentLimits;
  const pageStarts: number[] = [];
  let text = "";
  for (const page of pages) {
    pageStarts.push(text.length);
    text += `${page}\n`;
  }
  return { text: text.slice(0, textMax), isWhole: text.length <= textMax, pageStarts };
}
