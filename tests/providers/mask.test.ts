import { expect, test } from "vitest";
import { maskSecrets } from "#server/providers/requests/mask.ts";

const credential = "sk-proj-Ab1/Cd2+Ef3Gh4Ij5Kl6Mn7";

test.each([
  ["in plain", `bad key ${credential}.`],
  ["URL-encoded", `GET /models?key=${encodeURIComponent(credential)}&alt=sse`],
  ["in base64", `Basic ${Buffer.from(credential).toString("base64")}`],
  ["shortened with stars", "Incorrect API key provided: sk-proj-*******6Mn7. Find it in your account."],
  ["cut off", `invalid token sk-proj-Ab1...`],
])("the credential is masked %s", (_, said) => {
  const text = maskSecrets(said, credential);
  expect(text).toContain("[redacted]");
  for (const part of [credential, "6Mn7", "Ab1"]) expect(text).not.toContain(part);
});

test.each(["AIzaSyA1234567890abcdefghijklmnopqrstuv", "gsk_1234567890abcdefghijklmn", "Bearer eyJhbGciOi.abc.def"])(
  "another key is masked too: %s",
  (key) => {
    expect(maskSecrets(`header was ${key}`, "")).not.toContain(key.slice(7, 20));
  },
);

test("ordinary words are unchanged, even with a placeholder credential", () => {
  const said = "Model xai-org/grok-4-fast not found; max_tokens must be <= 4096 for gpt-5-nano-2025-08-07";
  expect(maskSecrets(said, "x")).toBe(said);
});

test("masking a long text without a space barely lengthens it", () => {
  for (const text of ["*".repeat(65_536), "a".repeat(65_536), "bearer ".repeat(9_000), `bearer${" ".repeat(65_000)}`]) {
    expect(maskSecrets(text, credential).length).toBeLessThan(2 * text.length);
  }
}, 30_000);
