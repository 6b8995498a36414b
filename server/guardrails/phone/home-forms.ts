import { isGroupedAtHome, isNational, isSignificant } from "./numbering-plan.ts";

/** Countries whose numbers are often written without the calling code. The order has no meaning. */
const homes =
  "US GB DE FR IT ES PT NL BE CH AT SE NO DK FI PL CZ IE AU NZ IN ZA BR MX AR CL CO JP KR CN TW HK SG MY TH VN PH ID IL TR RU UA SA AE EG NG KE GR HU RO SK BG HR RS LT LV EE PK BD LK GH TZ UG MA DZ TN PE VE EC IR KZ LB JO KW QA IS MT CY SI BA AL GE AM AZ".split(
    " ",
  );
/** Those of them that put a 0 before the area code, so that the number alone shows what it is. */
const trunkCountries = homes.filter(
  (country) => !/^(?:US|ES|PT|NO|DK|PL|CZ|GR|RU|HK|SG|MX|CL|CO|LV|EE|KW|QA|IS|MT|CY)$/.test(country),
);

/**
 * Returns whether a country groups digits in this way, for numbers next to a word that announces a telephone number.
 */
export function isGroupedLikeHome(groups: readonly string[]): boolean {
  const digits = groups.join("");
  const short = digits.length < 8 && groups.length < 2;
  if (socialSecurity.test(groups.join("-")) && !digits.startsWith("0")) return false;
  return !short && groups.every((group) => group.length < 12) && isNational(digits, homes);
}

const spacedGroups = /^[\d\s]+$/;
const socialSecurity = /^\d{3}-\d{2}-\d{4}$/;

/**
 * Returns whether the groups alone show a telephone number: a trunk 0 with its area code, or the groups of a country's
 * mobile numbers.
 */
export function isHomeForm(written: string, groups: readonly string[]): boolean {
  const digits = groups.join("");
  if (groups.length < 2 || digits.length < 9 || digits.length > 12) return false;
  if (socialSecurity.test(groups.join("-")) || isDraw(groups)) return false;
  if (/^0[1-9]/.test(digits)) return hasTrunkPrefix(groups, digits);
  if (bracketed.some(([form, country]) => form.test(written) && isKnown(digits, groups, country))) return true;
  return spacedGroups.test(written) && isMobile(groups.join(" "), digits, groups);
}

/** Returns whether each number is greater than the one before, as in a lottery draw: "07-14-21-28-35-42". */
function isDraw(groups: readonly string[]): boolean {
  return groups.length > 5 && groups.every((group, index) => group.length === 2 && (groups[index - 1] ?? "") < group);
}

function hasTrunkPrefix(groups: readonly string[], digits: string): boolean {
  const [area = ""] = groups;
  if (area.length < 2 || area.length > 5 || groups.length > 6 || groups.some((group) => group.length > 8)) return false;
  return (
    isGroupedAtHome(groups, trunkCountries) ||
    (groups.slice(1).every((group) => group.length > 1) && isNational(digits, trunkCountries))
  );
}

/** Group sizes and first digits of mobile numbers: Spain, Portugal and Poland; India; China; Italy; Brazil. */
const mobile: [RegExp, string][] = [
  [/^(?:[679]\d\d \d{3} \d{3}|[69]\d\d(?: \d\d){3}|9\d \d{3} \d\d \d\d)$/, "ES"],
  [/^(?:9[1236]\d|2[1-9]\d) \d{3} \d{3}$/, "PT"],
  [/^(?:[4-8]\d\d \d{3} \d{3}|[1-9]\d \d{3} \d\d \d\d)$/, "PL"],
  [/^[67]\d\d \d{3} \d{3}$/, "CZ"],
  [/^[6-9]\d{4} \d{5}$/, "IN"],
  [/^1[3-9]\d \d{4} \d{4}$/, "CN"],
  [/^3[2-9]\d \d{3} ?\d{4}$/, "IT"],
  [/^[1-9]\d 9\d{4} \d{4}$/, "BR"],
  [/^8 \d{3} \d{3} \d\d \d\d$/, "RU"],
];

/** Brazil, Russia and China, with the area code in parentheses or with dashes. */
const bracketed: [RegExp, string][] = [
  [/^[1-9]\d\) 9\d{4}-\d{4}$/, "BR"],
  [/^8[ -]?\(\d{3}\) ?\d{3}-\d\d-\d\d$/, "RU"],
  [/^8-\d{3}-\d{3}-\d\d-\d\d$/, "RU"],
  [/^1[3-9]\d-\d{4}-\d{4}$/, "CN"],
];

function isMobile(written: string, digits: string, groups: readonly string[]): boolean {
  return mobile.some(([form, country]) => form.test(written) && isKnown(digits, groups, country));
}

function isKnown(digits: string, groups: readonly string[], country: string): boolean {
  return isNational(digits, [country]) || isSignificant(digits, country) || isGroupedAtHome(groups, [country]);
}
