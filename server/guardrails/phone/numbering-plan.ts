import type { CountryCode, NumberingPlan } from "libphonenumber-js/core";
import { getCountries, getCountryCallingCode, Metadata } from "libphonenumber-js/core";
import metadata from "libphonenumber-js/min/metadata";

/**
 * Returns whether the digits after a plus sign are a number of some country: its calling code, then its national
 * pattern.
 */
export function isInternational(digits: string): boolean {
  for (let length = 1; length <= 3; length += 1) {
    const plans = byCallingCode().get(digits.slice(0, length));
    if (plans !== undefined) return plans.some((plan) => fits(plan, digits.slice(length)));
  }
  return false;
}

/**
 * Returns whether the digits are in the form in which one of `countries` writes a number at home, including its trunk
 * prefix if it has one.
 */
export function isNational(digits: string, countries: readonly string[]): boolean {
  return countries.some((country) => {
    const plan = byCountry().get(country);
    if (plan === undefined) return false;
    const prefix = plan.trunk;
    if (prefix === "" || prefix === "1") return plan.pattern.test(digits);
    return digits.startsWith(prefix) && plan.pattern.test(digits.slice(prefix.length));
  });
}

/** Returns whether the digits are a number of a country without its trunk prefix, the usual form of mobile numbers. */
export function isSignificant(digits: string, country: string): boolean {
  return byCountry().get(country)?.pattern.test(digits) === true;
}

/**
 * Returns whether the groups of digits are those in which one of `countries` writes such a number at home: the group
 * sizes of its formats, with the trunk prefix where numbers begin with it.
 */
export function isGroupedAtHome(groups: readonly string[], countries: readonly string[]): boolean {
  const digits = groups.join("");
  return countries.some((country) => {
    const plan = byCountry().get(country);
    if (plan === undefined) return false;
    const trunk = plan.trunk === "1" ? "" : plan.trunk;
    if (!digits.startsWith(trunk)) return false;
    const national = digits.slice(trunk.length);
    return plan.pattern.test(national) && plan.formats.some((format) => fitsFormat(format, groups, national, trunk));
  });
}

function fitsFormat(format: Format, groups: readonly string[], national: string, trunk: string): boolean {
  if (format.leading !== undefined && !format.leading.test(national)) return false;
  const parts = format.pattern.exec(national)?.slice(1);
  if (parts === undefined || parts.length !== groups.length) return false;
  return parts.every((part, at) => groups[at] === (at === 0 ? trunk + part : part));
}

type Format = { pattern: RegExp; leading: RegExp | undefined };
type Plan = { pattern: RegExp; trunk: string; formats: readonly Format[] };
type Table = { countries: Map<string, Plan>; callingCodes: Map<string, Plan[]> };

let table: Table | undefined;

function byCountry(): Map<string, Plan> {
  table ??= readTable();
  return table.countries;
}

function byCallingCode(): Map<string, Plan[]> {
  table ??= readTable();
  return table.callingCodes;
}

function fits(plan: Plan, national: string): boolean {
  if (plan.pattern.test(national)) return true;
  // "+44 (0)20 ...": the trunk prefix is often left in.
  return plan.trunk !== "" && national.startsWith(plan.trunk) && plan.pattern.test(national.slice(plan.trunk.length));
}

function readTable(): Table {
  const reader = new Metadata(metadata);
  const countries = new Map<string, Plan>();
  const callingCodes = new Map<string, Plan[]>();
  for (const country of getCountries(metadata)) {
    const plan = readPlan(reader, country);
    const code = getCountryCallingCode(country, metadata);
    countries.set(country, plan);
    callingCodes.set(code, [...(callingCodes.get(code) ?? []), plan]);
  }
  return { countries, callingCodes };
}

/** The fields that the library has at run time but not in its types. */
type FullPlan = NumberingPlan & {
  nationalNumberPattern: () => string;
  nationalPrefix: () => string | undefined;
  formats: () => { pattern: () => string; leadingDigitsPatterns: () => string[] }[];
};

function readPlan(reader: Metadata, country: CountryCode): Plan {
  reader.selectNumberingPlan(country);
  const plan = reader.numberingPlan as FullPlan;
  return {
    pattern: new RegExp(`^(?:${plan.nationalNumberPattern()})$`),
    trunk: plan.nationalPrefix() ?? "",
    formats: plan.formats().map(readFormat),
  };
}

function readFormat(format: { pattern: () => string; leadingDigitsPatterns: () => string[] }): Format {
  const leading = format.leadingDigitsPatterns().at(-1);
  return {
    pattern: new RegExp(`^${format.pattern()}$`),
    leading: leading === undefined ? undefined : new RegExp(`^(?:${leading})`),
  };
}
