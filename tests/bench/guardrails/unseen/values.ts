import { foldName } from "#server/guardrails/personal-data/word-forms.ts";
import { linesOf } from "./lines.ts";
import type { Random } from "./random.ts";

/** Invents personal data of a kind, as it is usual in a locale. */
export type Values = {
  locales: readonly string[];
  make: (kind: string, locale: string) => string;
};

const domains = ["example.com", "mail.example.org", "example.co.uk", "post.example.net", "kunde.example", "example.io"];

export function createValues(split: "tuned" | "held", random: Random): Values {
  const lists = readLists(split);
  const listedValues = (kind: string, locale: string): string => random.pick(lists.get(`${locale} ${kind}`) ?? []);
  const makers: Record<string, (locale: string) => string> = {
    name: (locale) => listedValues("name", locale),
    first: (locale) => listedValues("name", locale).split(" ")[0] ?? "",
    surname: (locale) => listedValues("name", locale).split(" ").at(-1) ?? "",
    address: (locale) => listedValues("address", locale),
    phone: (locale) => fillDigits(listedValues("phone", locale), random),
    email: (locale) => email(listedValues("name", locale), random),
    ssn: () => ssn(random),
    card: () => card(random),
    ip: () => ip(random),
  };
  return {
    locales: [...new Set([...lists.keys()].map((key) => key.split(" ")[0] ?? ""))].filter(
      (locale) => locale.length === 2 && !/^(?:zh|ja|ko)$/.test(locale),
    ),
    make: (kind, locale) => makers[kind]?.(locale) ?? "",
  };
}

function readLists(split: "tuned" | "held"): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const line of linesOf(split, "values")) {
    const [locale, kind, ...rest] = line.split(" ");
    lists.set(`${locale} ${kind}`, rest.join(" ").split("|"));
  }
  return lists;
}

/** Replaces each `#` with a digit, full-width if the digits around it are. */
function fillDigits(mask: string, random: Random): string {
  const zero = /[０-９]/.test(mask) ? 0xff10 : 48;
  return mask.replace(/#/g, () => String.fromCharCode(zero + 1 + random.below(9)));
}

function email(name: string, random: Random): string {
  const words = foldName(name)
    .replace(/[^a-z ]/g, "")
    .split(" ")
    .filter((word) => word !== "");
  const [first = "kontakt", last = "box"] = [words[0], words.at(-1)];
  const number = 10 + random.below(90);
  const forms = [
    `${first}.${last}`,
    `${first.charAt(0)}${last}${number}`,
    `${last}_${first}`,
    `${first}+news`,
    `${first}${number}`,
  ];
  return `${random.pick(forms)}@${random.pick(domains)}`;
}

function digits(count: number, random: Random): string {
  return Array.from({ length: count }, () => String(random.below(10))).join("");
}

function ssn(random: Random): string {
  const area = 100 + random.below(565);
  const parts = [String(area), String(10 + random.below(89)), String(1000 + random.below(8999))];
  return parts.join(random.pick(["-", "-", "-", " "]));
}

const issuers: [string, number[]][] = [
  ["4", [4, 4, 4, 4]],
  ["53", [4, 4, 4, 4]],
  ["37", [4, 6, 5]],
  ["6011", [4, 4, 4, 4]],
  ["2223", [4, 4, 4, 4]],
];

function card(random: Random): string {
  const [prefix, groups] = random.pick(issuers);
  const length = groups.reduce((sum, count) => sum + count, 0);
  const body = prefix + digits(length - 1 - prefix.length, random);
  const number = body + checkDigit(body);
  const separator = random.pick(["", " ", "-", " ", ".", "/", "_", "  "]);
  const ends = groups.map((_, at) => groups.slice(0, at + 1).reduce((sum, count) => sum + count, 0));
  return ends.map((end, at) => number.slice(ends[at - 1] ?? 0, end)).join(separator);
}

function checkDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

function ip(random: Random): string {
  if (random.below(4) > 0)
    return `${11 + random.below(212)}.${random.below(256)}.${random.below(256)}.${random.below(255) + 1}`;
  const group = (): string => (4096 + random.below(61_000)).toString(16);
  return random.below(2) === 0
    ? `2001:db8:${group()}:${group()}:${group()}:${group()}:${group()}:${group()}`
    : `2001:db8:${group()}::${group()}`;
}
