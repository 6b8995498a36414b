import type { Filter, Span } from "../rule.ts";
import { before, letter, tailStart } from "../scan.ts";
import { isDocumented } from "./is-documented.ts";

/**
 * Finds IPv4 and IPv6 addresses, with a prefix length or a zone. Versions, section numbers, times and hardware
 * addresses are not found.
 */
export const ipAddress: Filter = {
  slug: "ip-address",
  find,
  findStableEnd: (text) => tailStart(text, /[\p{L}\d_.:/%-]/u, 70),
};

function find(text: string): Span[] {
  const six = findIpv6(text);
  const four = findIpv4(text).filter((span) => !six.some((other) => other.start < span.end && span.start < other.end));
  return [...six, ...four].sort((one, two) => one.start - two.start);
}

const fourPattern = new RegExp(
  `(?<![${letter}\\p{N}_.\\-]|\\p{N}\\/)\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}(?:\\/(?:3[0-2]|[12]?\\d)(?![\\d.]))?(?![${letter}\\p{N}_]|\\.[\\p{L}\\p{N}]|-\\p{L}|[+~][\\p{L}\\p{N}])`,
  "gv",
);

function findIpv4(text: string): Span[] {
  const spans: Span[] = [];
  let lastOfSeries = { first: "", end: 0 };
  for (const match of text.matchAll(fourPattern)) {
    const [address = ""] = match[0].split("/");
    if (!isIpv4(address) || isNobody(address) || isMask(address)) continue;
    // "Norm 12.4.8.1 replaces 12.4.8.0": numbers of one series occur close together.
    const [first = ""] = address.split(".");
    const continuesSeries = lastOfSeries.first === first && match.index - lastOfSeries.end < seriesGap;
    if (isNumbering(text, match.index, address, continuesSeries)) {
      lastOfSeries = { first, end: match.index + match[0].length };
      continue;
    }
    if (reserved.test(address) && isDocumented(text, match.index, match.index + match[0].length)) continue;
    spans.push({ start: match.index, end: match.index + match[0].length, slug: "ip-address" });
  }
  return spans;
}

/** Returns whether an address identifies nobody: it stands for any host, or for the host itself. */
function isNobody(address: string): boolean {
  return address === "0.0.0.0" || address.startsWith("127.");
}

/** Addresses reserved for documentation (RFC 5737 and 3849); they are examples if the words around them say so. */
const reserved = /^(?:192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|2001:0?db8:)/i;

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return (
    parts.length === 4 &&
    parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255 && (part === "0" || !part.startsWith("00")))
  );
}

/** Returns whether an address is a network mask such as `255.255.255.0`, which identifies no host. */
function isMask(address: string): boolean {
  return /^255\.(?:255\.(?:255\.(?:0|128|192|224|240|248|252|254)|(?:0|128|192|224|240|248|252|254)\.0)|(?:0|128|192|224|240|248|252|254)\.0\.0)$/.test(
    address,
  );
}

const numbering =
  /(?:version\w*|versi[oó]n|versão|versione|verzi\p{L}*|wersj\w*|верси\p{L}*|верс\.|버전|版本?|バージョン|\bpin(?:s|ned|ning)?\b|\bn[ro]\.|\babs\.|\bziff(?:er|\.)|\bpunkt\b|\banlage|\bartikel|\bart\.|\bkap(?:itel|\.)|№|\bfigures?|\bitem|\bagenda|\bsdk|\bruntime|\bplugin|\bpackage|\bmodule|\blibrary|\brevision|\brev|\bspec\w*|\brequirement\w*|\bbaseline|\bbios|\becu|\bsoftware|\blogiciel|\bprogramm\w*|\bmodules?|\bcontrol\w*|\bsoftvér|\bavailable|\bannexe?|\bappendix|\banhang|\bdin|\biso|\bscores?|\banforderung\w*|\bpoint|\bpunto|\bponto|\bparagra\w+|\bpkt|\bapartado|\bcláusula|\bnorm\w*|пункт\p{L}*|стат\p{L}+|第|仕様書|\bsafari|\bfirefox|\bwebkit|\bedge?|\bopr|\binstall\w*|\bver\b|\bv\.?\s?$|\breleases?|\bbuild|\bfirmware|\bupgrad\w*|\bupdat\w*|\bbump\w*|\bdowngrad\w*|\bdriver|\bkernel|\bchrome|\bchromium|\belectron|\bdotnet|\bassembly|\bpatch|\bsections?|\bchapters?|\bparagraph|\bclause|\barticle|\bfigure|\btable|\boid\b|§)\.?[^\n.;]{0,20}$/u;
const network =
  /(?:\b(?:ips?|ipv?[46]|servers?|hosts?|address|addr|dns|subnet|gateway|ping|from|client|router|network|peer|node|src|dst|remote|listen\w*|blocked|banned|visitor|login|ssh|proxy|connect\w*|resolve[sd]?|bind|allow|deny|forwarded[- ]for|https?:\/\/)\b|_ip\b|addr\b|:\/\/)[^\n]{0,16}$/;

/** The maximum number of characters between two numbers of one series. */
const seriesGap = 40;

function isNumbering(text: string, start: number, address: string, continuesSeries: boolean): boolean {
  const context = before(text, start, 40);
  if (changes.test(context) || (hasLowNumbers(address) && changeLog.test(text.slice(start, start + 60)))) return true;
  if (network.test(context)) return false;
  if (continuesSeries) return true;
  if (
    /^(?:부터|까지|版|バージョン|以降| ?[项項条條節节章]| onwards?\b| or (?:newer|later)\b| (?:replaces|supersedes|ersetzt|remplace)\b)/.test(
      text.slice(start + address.length, start + address.length + 10),
    )
  )
    return true;
  if (numbering.test(context) || continues(text, start, address)) return true;
  return (
    hasLowNumbers(address) &&
    (programName.test(context) || stepBefore.test(context) || versionColumn.test(before(text, start, 90)))
  );
}

/** Matches changes of versions: "upgrade from 12.4.0.1 to 12.4.1.0", "from 1.10.2.3 to 1.10.2.4 in the changelog". */
const changes =
  /\b(?:upgrad\w*|updat\w*|bump\w*|downgrad\w*|migrat\w*|went|jump\w*|roll\w*)[^\n.;]{0,12} (?:from|to) (?:\d+(?:\.\d+){2,3} to )?$/;
const changeLog =
  /^[\d.]+(?: (?:to|and|or) [\d.]+)?[^\n.;]{0,16}\b(?:changelog|release notes|versions?|firmware|build)\b/;

/** Matches "4.18.2.1 → 4.19.0.0", and a table with a version in its heading. */
const stepBefore =
  /\d(?:\.\d+){2,3} ?(?:→|->|=>|»|–|to|bis|à|replaces|supersedes|ersetzt|remplace|instead of|not) ?v?$/;
const versionColumn = /\bversion\b[^\n]*\n[^\n]*$/;

/**
 * Returns whether the first three numbers occurred alone before, as in "10.15.2 is the last, 10.15.2.1 does not exist":
 * they do not do so for hosts.
 */
function continues(text: string, start: number, address: string): boolean {
  if (address.startsWith("192.168.")) return false;
  const three = address.slice(0, address.lastIndexOf("."));
  const around = text.slice(Math.max(0, start - 120), start);
  const at = around.indexOf(three);
  return at >= 0 && !/[\d.]/.test(around.charAt(at - 1)) && /^[\s,;)]/.test(around.slice(at + three.length));
}

/** Matches a program or a package before four small numbers: `protobuf 4.25.3.1`, `mask = 1.2.3.4`. */
const programName =
  /(?:[a-z][\w@/-]*(?:[ =:@^~<>(]{1,4}| to | by | was | is | and )|[a-z]{2,}[\w-]*, |(?:^|[^\w/.:])[a-z][\w-]*\/)["']?$/;

/**
 * Returns whether four numbers are as small as those of versions: hardly any host begins below 10, except public name
 * servers.
 */
function hasLowNumbers(address: string): boolean {
  const parts = address.split(".").map(Number);
  const [first = 0] = parts;
  // "5.188.206.14": two parts of three digits show a host.
  if (parts.filter((part) => part > 99).length > 1) return false;
  return first < 10 && !parts.every((part) => part === first) && !/^(?:8\.8\.4\.4|1\.0\.0\.1)$/.test(address);
}

const sixEdge = new RegExp(`[${letter}\\p{N}_]`, "v");

function findIpv6(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (let colon = text.indexOf(":"); colon >= 0; colon = text.indexOf(":", Math.max(colon + 1, from))) {
    const [start, end] = runAround(text, colon, from);
    from = end;
    const span = ipv6In(text, start, end);
    if (span !== undefined) spans.push(span);
  }
  return spans;
}

const hexRun = /[0-9A-Fa-f:.]/;

function runAround(text: string, colon: number, from: number): [number, number] {
  let [start, end] = [colon, colon + 1];
  while (start > from && start > colon - 6 && hexRun.test(text.charAt(start - 1))) start -= 1;
  while (end < text.length && hexRun.test(text.charAt(end))) end += 1;
  return [start, end];
}

function ipv6In(text: string, start: number, end: number): Span | undefined {
  if (end - start < 3 || end - start > 48) return undefined;
  let [first, last] = [start, end];
  // "ip6:2001:db8::1": the word before the address ends with a digit or a hexadecimal letter.
  if (sixEdge.test(text.charAt(first - 1))) first = text.indexOf(":", first) + 1;
  if (text.charAt(first) === ":" && text.charAt(first + 1) !== ":") first += 1;
  while (
    last > first &&
    (text.charAt(last - 1) === "." || (text.charAt(last - 1) === ":" && text.charAt(last - 2) !== ":"))
  )
    last -= 1;
  const tail = /^(?:%[\w.-]{1,20})?(?:\/\d{1,3}(?!\d))?/.exec(text.slice(last, last + 26))?.[0] ?? "";
  if (!isIpv6(text.slice(first, last)) || sixEdge.test(text.charAt(last + tail.length)) || isSlice(text, first, last))
    return undefined;
  const until = last + tail.length;
  if (reserved.test(text.slice(first, last)) && isDocumented(text, first, until)) return undefined;
  return { start: first, end: until, slug: "ip-address" };
}

function isIpv6(address: string): boolean {
  const halves = address.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1) ?? "";
  const embedded = last.includes(".");
  if (embedded && !isIpv4(last)) return false;
  const plain = embedded ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false;
  const count = plain.length + (embedded ? 2 : 0);
  // "04:3F:9A:22:10:7B:CC:01": pairs of digits are the bytes of a serial number.
  if (halves.length === 1 && groups.every((group) => group.length === 2)) return false;
  return halves.length === 2 ? count > 0 && count < 8 : count === 8;
}

/**
 * Returns whether a match is a scope operator (`a::b`) or a slice (`[1::2]`), which have the form of an address but
 * very few digits.
 */
function isSlice(text: string, start: number, end: number): boolean {
  const address = text.slice(start, end);
  return !/\d/.test(address) || address.replace(/[^0-9A-Fa-f]/g, "").length < 4;
}
