import { describe, expect, test } from "vitest";
import { apply } from "#server/guardrails/apply.ts";
import { builtins } from "#server/guardrails/builtins.ts";
import { createPlaceholders } from "#server/guardrails/placeholders.ts";
import { createStreamFilter } from "#server/guardrails/stream.ts";
import { everySplit } from "./effective.ts";
import { builtinRule } from "./rules.ts";

// Written in pieces, so that no scanner takes them for somebody's.
const made = (...pieces: string[]) => pieces.join("");
const random = (length: number) => "q7Xv2LmK9dRt4WbZ8pHs3YcN6gJf1TaE5uQo0iVx".repeat(5).slice(0, length);

const found = (text: string) =>
  (builtins.get("secrets")?.find(text) ?? []).map(({ start, end }) => text.slice(start, end));

const PEM = `-----BEGIN RSA PRIVATE KEY-----\n${random(64)}\n${random(40)}==\n-----END RSA PRIVATE KEY-----`;
const JWT = made("eyJhbGciOiJIUzI1NiJ9.", "eyJzdWIiOiIxMjM0NTY3ODkwIn0.", random(43));

const SECRETS: [kind: string, text: string, secret: string][] = [
  ["an AWS key", `aws_access_key_id = ${made("AKIA", "Z7Q2X9M4K8R3T6W1")}`, made("AKIA", "Z7Q2X9M4K8R3T6W1")],
  ["an AWS secret", `AWS_SECRET_ACCESS_KEY="${random(40)}"`, random(40)],
  ["a GitHub token", `git clone with ${made("gh", "p_", random(36))}.`, made("gh", "p_", random(36))],
  ["an Anthropic key", made("sk-", "ant-api03-", random(60)), made("sk-", "ant-api03-", random(60))],
  ["an OpenAI key", `key: ${made("sk-", "proj-", random(48))}`, made("sk-", "proj-", random(48))],
  ["a Switchboard key", made("sk-", "sb-", random(49)), made("sk-", "sb-", random(49))],
  ["an earlier Switchboard key", made("sk-", "sb-", random(43)), made("sk-", "sb-", random(43))],
  ["an installation token", `token ${made("gh", "s_", "123456_", JWT)}`, made("gh", "s_", "123456_", JWT)],
  ["a runner token", made("GR", "1348941", random(20)), made("GR", "1348941", random(20))],
  ["a long Shopify secret", made("shp", "ss_", random(38)), made("shp", "ss_", random(38))],
  ["an unsigned web token", JWT.slice(0, JWT.lastIndexOf(".")), JWT.slice(0, JWT.lastIndexOf("."))],
  ["a key named after its provider", `softlayer_api_key "${random(40)}"`, random(40)],
  ["a key of a service", `ibm_iam_key := "${random(44)}"`, random(44)],
  ["an abbreviated password", `db_pass = "${random(12)}"`, random(12)],
  ["a password that is compared", `if (password !== "r7Kq2-vLm9x") {`, "r7Kq2-vLm9x"],
  ["a password in C", `char password[32] = "r7Kq2-vLm9x";`, "r7Kq2-vLm9x"],
  ["a Stripe key", `"${made("sk_", "live_", random(24))}"`, made("sk_", "live_", random(24))],
  [
    "a Slack token",
    made("xox", "b-123456789012-123456789012-", random(24)),
    made("xox", "b-123456789012-123456789012-", random(24)),
  ],
  ["a web token", `Authorization: Bearer ${JWT}`, JWT],
  ["a private key", `Here it is:\n${PEM}\nThanks`, PEM],
  ["a password in an address", "postgres://app:9fQ2xLk7@db.internal/shop", "9fQ2xLk7"],
  ["a password in an assignment", 'db_password = "r7Kq2-vLm9x"', "r7Kq2-vLm9x"],
  ["a password in JSON", '{"userPassword": "S3cret-Pa55"}', "S3cret-Pa55"],
  ["a password in XML", "<password>Tr0ub4dor&3</password>", "Tr0ub4dor&3"],
  ["a password in PHP", "define('DB_PASSWORD', 'Hq7-rT2x');", "Hq7-rT2x"],
  ["a password in a sentence", "My password is hunter22 and I need help", "hunter22"],
  ["a password of a command", "curl -u ann:pQ9wTxu4Fg https://api.example", "pQ9wTxu4Fg"],
  ["a random token", `client_secret: ${random(32)}`, random(32)],
  [
    "a hash of a password",
    "root:$6$q7Xv2LmK$9dRt4WbZ8pHs3YcN6gJf1TaE5uQo0iVx:1:0",
    "$6$q7Xv2LmK$9dRt4WbZ8pHs3YcN6gJf1TaE5uQo0iVx",
  ],
  ["a password in .netrc", "machine host login ann password o7Kd-2x", "o7Kd-2x"],
];

describe("secrets", () => {
  test.each(SECRETS)("%s is found, and nothing around it", (_, text, secret) => {
    expect(found(text)).toEqual([secret]);
  });

  test.each([
    "password: process.env.DB_PASSWORD",
    'apiKey = "<your-api-key>"',
    "Set OPENAI_API_KEY to your key",
    "token: string",
    "const tokens = countTokens(text)",
    "max_tokens: 16384",
    "password = changeme",
    "The password must have 8 characters.",
    "secret: $" + "{{ secrets.DEPLOY_TOKEN }}",
    "credentialsId: 'ff083f76-7804-4ef1-80e4-fe975bb9141b'",
    made("AKIA", "IOSFODNN7EXAMPLE"),
    "commit 6fe4476ee5a1832882e326b506d14126ab12cd34",
    "id 550e8400-e29b-41d4-a716-446655440000",
    "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    "https://user:password@example.com",
    "usage: LanguageModelV4Usage; tokens: LanguageModelV4Usage",
    "-----BEGIN PUBLIC KEY-----\nMFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAK\n-----END PUBLIC KEY-----",
  ])("are not found in: %s", (text) => {
    expect(found(text)).toEqual([]);
  });

  test.each(SECRETS)("%s is redacted in a stream however it is split", (_, text) => {
    const rules = [builtinRule("secrets", "redact")];
    const whole = apply(rules, text, createPlaceholders()).text;
    expect(whole).toContain("[SECRET_1]");
    for (const parts of everySplit(text)) {
      const filter = createStreamFilter(rules, createPlaceholders());
      const released = [...parts.map((part) => filter.push(part)), filter.end()];
      expect(released.map((one) => one.text).join("")).toBe(whole);
    }
  });

  test.each([
    "ey-",
    "api_key:",
    "ibm-sl_key",
    "db_pass ",
    "curl -u ",
    "-----BEGIN PRIVATE KEY-----\n",
    "-----BEGIN PRIVATE KEY-----.",
    "a://b:",
    "authorization: ",
    "$1$",
  ])("take linear time for many of: %s", (piece) => {
    // The thread's CPU time, since other work may run on the machine.
    const cpuMsOf = (length: number) => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      const times = [1, 2, 3].map(() => {
        const before = process.threadCpuUsage();
        found(text);
        return process.threadCpuUsage(before).user / 1000;
      });
      return Math.min(...times);
    };
    // A square law would take 4,096 times as long for 64 times the text.
    expect(cpuMsOf(256_000)).toBeLessThan(Math.max(cpuMsOf(4_000) * 640, 1_000));
  });
});
