import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { replayCurl } from "#components/logs/panel/replay-curl.ts";

/** What a shell passes to curl. */
function argumentsOf(command: string | undefined): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync("sh", ["-c", script], { env: { ...process.env, SWITCHBOARD_KEY: "sk-1" } })
    .toString()
    .split("\0");
}

const CALL = { baseUrl: "http://gateway.test/api/v1", operation: "createChatCompletion", model: "openai/gpt-4o-mini" };

test("a shell passes the stored body on unchanged, whatever quotes and variables its texts contain", () => {
  const body = { model: "openai/gpt-4o-mini", messages: [{ role: "user", content: `it's "$HOME" \\ \`id\`\n'` }] };
  const [address, , key, , , , sent] = argumentsOf(replayCurl({ ...CALL, parameters: {}, body }));
  expect(address).toBe("http://gateway.test/api/v1/chat/completions");
  expect(key).toBe("Authorization: Bearer sk-1");
  expect(JSON.parse(sent as string)).toEqual(body);
});

test("without stored content, settings are sent with placeholders for the texts", () => {
  const parameters = {
    temperature: 0.5,
    messages: { items: 3 },
    tools: { items: 2 },
    response_format: { type: "json_object" },
    provider: { order: ["openai"], max_price: { items: 2 } },
  };
  const sent = argumentsOf(replayCurl({ ...CALL, parameters }))[6] as string;
  expect(JSON.parse(sent)).toEqual({
    model: CALL.model,
    messages: [{ role: "user", content: "…" }],
    temperature: 0.5,
    response_format: { type: "json_object" },
  });
});

test("a translation is sent to the address of translations", () => {
  const [address] = argumentsOf(replayCurl({ ...CALL, operation: "createTranslation", parameters: {} }));
  expect(address).toBe("http://gateway.test/api/v1/audio/translations");
});

test("a request that curl cannot repeat has no command", () => {
  expect(replayCurl({ ...CALL, operation: "callMcp", parameters: {} })).toBeUndefined();
});
