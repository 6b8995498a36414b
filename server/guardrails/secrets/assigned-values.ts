import type { Span } from "../rule.ts";
import { isRandom } from "./is-random.ts";

/** Names of things that are secret, as a part of a longer name: `STRIPE_API_KEY`, `dbPassword`. */
const NAMES = [
  ...[
    "secret",
    "token",
    "\\b_?auth",
    "passw(?:or)?d",
    "passwd",
    "pwd",
    "passphrase",
    "passcode",
    "credential",
    "apikey",
    "authkey",
  ],
  "(?:api|access|auth|app|account|client|private|encryption|signing|shared|master|service|storage|license|session)[_. -]?key",
  // `db_pass`, `cloudant_pw`
  "[a-z0-9][_.-](?:pass|pw)(?![a-z])",
  // `softlayer_key`, `ibm_iam_key`
  "\\b(?:aws|azure|cloudant|cloudflare|cohere|datadog|firebase|gcp|github|gitlab|groq|heroku|ibm|mailgun|mistral|okta|openai|anthropic|sendgrid|sentry|shopify|sl|slack|softlayer|stripe|supabase|twilio|vercel)(?:[_-][a-z0-9]{1,12}){0,2}[_-]?key",
  "(?:passwort|contraseña|mot de passe|senha|пароль|密码|パスワード)",
];

/** A name, the sign or word that gives it a value, and the value; its quotes are left out. */
const ASSIGNED = new RegExp(
  `(?:${NAMES.join("|")})[\\w.-]{0,30}(?:\\[\\d{0,4}\\])?["'\`\\])]{0,2}[ \\t]{0,3}` +
    "(?:=>|:=|={1,3}|!={1,2}|\\|\\|=|:|is:?(?= )|,(?=[ \\t]{0,3}[\"'])|>|(?<=[ \\t])(?=[\"']))[ \\t]{0,3}" +
    "(?:[brfu@]?[\"'`]([^\"'`\\s]{6,300})[\"'`]|([^\\s\"'`,;(){}\\[\\]<>]{8,300}))",
  "gi",
);

/** Returns the values of names that say that they are secret. */
export function assignedSecrets(text: string): Span[] {
  const spans: Span[] = [];
  for (const found of text.matchAll(ASSIGNED)) {
    const quoted = found[1];
    const value = quoted ?? found[2] ?? "";
    const end = found.index + found[0].length - (quoted === undefined ? 0 : 1);
    const trimmed = quoted === undefined ? value.replace(/[.!?:&]+$/, "") : value;
    const start = end - value.length;
    const before = text.slice(Math.max(0, found.index - 12), found.index);
    const name = before.slice(before.lastIndexOf("\n") + 1) + text.slice(found.index, end - value.length);
    const isPassword = PASSWORD.test(name);
    if (
      !NO_SECRET.test(name) &&
      !isPlaceholder(trimmed) &&
      (isPassword ? isChosen(trimmed, quoted !== undefined) : isRandom(trimmed) || isMixed(trimmed, quoted))
    )
      spans.push({ start, end: start + trimmed.length, slug: "secrets" });
  }
  return spans;
}

/** Names of things around a secret: `credentialsId`, `tokenUrl`, `passwordVariable`, `publicKey`, `keyVault`. */
const NO_SECRET =
  /(?:id|ids|url|uri|name|length|size|type|variable|field|label|hint|path|file|count|limit|endpoint|host|ref|policy|version|expir\w*|regex|pattern|prefix|suffix)["'`\])]{0,2}\s{0,3}(?:[:=]|=>|is)[^:=]*$|public|csrf|xsrf|vault|cache[_-]?key|primary[_-]?key|foreign[_-]?key|max[_-]?token|token[_-]?count/i;

const PASSWORD = /pass|pwd|contraseña|senha|пароль|密码|パスワード/iu;

/** Returns whether a quoted value has letters, digits and many signs, as the keys of some frameworks do. */
function isMixed(value: string, quoted: string | undefined): boolean {
  if (quoted === undefined || value.length < 24 || /\s/.test(value)) return false;
  return /[a-z]/i.test(value) && /\d/.test(value) && value.replace(/[\w.:/-]/g, "").length >= 3;
}

/** Values that stand for a secret: variables, templates, masks, and words that say so. */
const PLACEHOLDER =
  /example|sample|placeholder|change[_ -]?me|dummy|redacted|your[_ -]|_here\b|insert|replace|todo|fixme|x{4,}|\*{3,}|\.{3}|…|\$\{|\$\(|\{\{|%[sdv(]|<[a-z_ -]+>|process\.env|environ|getenv|secrets\.|vault:|^\$|^%\w+%$|^@|^\/|^https?:|^arn:|^[a-z]+\.[a-z_.]+$/i;
const WORDLESS = new Set(["undefined", "password", "required", "optional", "disabled", "enabled"]);

function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || WORDLESS.has(value.toLowerCase()) || new Set(value).size < 4;
}

/** Returns whether a person may have chosen this as a password: one word of several kinds of characters. */
function isChosen(value: string, isQuoted: boolean): boolean {
  if (value.length < (isQuoted ? 6 : 8) || /\s/.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(value)).length;
  if (kinds < 2 || /^[a-z]+(?:[_.-][a-z]+)*$/i.test(value) || /^\d+$/.test(value)) return false;
  return /\d/.test(value) || kinds >= 3;
}
