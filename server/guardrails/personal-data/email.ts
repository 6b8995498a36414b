import type { Filter, Span } from "../rule.ts";
import { before, tailStart, wordAt } from "../scan.ts";

/**
 * Finds email addresses: at each at sign, both sides are read as far as an address may extend (RFC 5321: 64 and 255
 * characters).
 */
export const email: Filter = { slug: "email", find, findStableEnd: (text) => tailStart(text, /[^\s<>"(),;]/, 330) };

function find(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", Math.max(at + 1, from))) {
    const span = addressAt(text, at, from);
    if (span === undefined) continue;
    spans.push(span);
    from = span.end;
  }
  return spans;
}

function addressAt(text: string, at: number, from: number): Span | undefined {
  const start = localStart(text, at, from);
  const end = domainEnd(text, at + 1);
  if (start === at || end === 0 || isSomethingElse(text, start, at, end, from)) return undefined;
  return { start, end, slug: "email" };
}

const localMark = ".!#$%&'*+-/=?^_`{|}~";
const plainMark = "._%+-'&";

function localStart(text: string, at: number, from: number): number {
  let start = at;
  const least = Math.max(from, at - 64);
  while (start > least && (wordAt(text, start - 1) || plainMark.includes(text.charAt(start - 1)))) start -= 1;
  while (start < at && localMark.includes(text.charAt(start)) && text.charAt(start) !== "_") start += 1;
  return text.charAt(at - 1) === "." ? at : start;
}

const domainPattern =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?\.){1,8}(?:xn--[a-z0-9-]{1,58}[a-z0-9]|[a-z]{2,24}|[^\0-\x7f\s\p{P}]{2,24})/iuy;

function domainEnd(text: string, start: number): number {
  domainPattern.lastIndex = start;
  const found = domainPattern.exec(text)?.[0];
  if (found === undefined) return 0;
  const end = start + found.length;
  // A word longer than any top-level domain, or another at sign: a handle or a package, not a mailbox.
  return wordAt(text, end) || text.charAt(end) === "@" || notDomain.test(found) ? 0 : end;
}

/** Words after an at sign that are not domains: systemd units, image scales, local files, a placeholder. */
const notDomain =
  /\.(?:service|socket|timer|target|mount|slice|scope|path|png|jpe?g|gif|svg|webp|js|ts|tsx|jsx|mjs|json|css|html?|yml|yaml|tgz|tld)$/i;

/**
 * Returns whether an at sign belongs to something else than an email address. `last`: the end of the address before it.
 */
function isSomethingElse(text: string, start: number, at: number, end: number, last: number): boolean {
  const previous = text.charAt(start - 1);
  if (previous === "@") return true;
  if (previous === "/" && text.charAt(start - 2) !== "/" && text.charAt(start - 2) !== ":")
    return last !== start - 1 && !isInAddress(text, start, at);
  // The user and password of a URL, or a remote repository (git@host:path).
  if (/:\/\/[^\s/]*$/.test(before(text, start, 80))) return true;
  return text.slice(start, at) === "git" && text.charAt(end) === ":" && wordAt(text, end + 1);
}

/**
 * Returns whether a mailbox is in the path of a web address, e.g. a link to unsubscribe. Packages have a version after
 * the at sign.
 */
function isInAddress(text: string, start: number, at: number): boolean {
  return (
    /https?:\/\/[^\s/@]+\/[^\s@]*$/i.test(before(text, start, 200)) && /^(?!v\d)\p{L}/u.test(text.slice(at + 1, at + 3))
  );
}
