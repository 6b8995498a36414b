import { describe, expect, test } from "vitest";
import { callerFacts } from "#server/caller/caller-facts.ts";

const factsOf = (headers: Record<string, string>, body: Record<string, unknown> = {}) =>
  callerFacts(body, new Headers(headers), null);
const SESSION = "0199c3f4-7b1e-7c90-9a55-2f4f0c6a1d11";

describe("the agent and its session", () => {
  test.each<[string, Record<string, string>, Record<string, unknown>, object]>([
    [
      "Claude Code",
      { "user-agent": "claude-cli/2.1.4 (external, cli)", "x-claude-code-session-id": SESSION },
      {},
      { agent: "claude-code", agentVersion: "2.1.4", sessionId: SESSION },
    ],
    [
      "Claude Code by the JSON in its user id",
      { "user-agent": "claude-cli/2.1.4 (external, cli)" },
      { metadata: { user_id: JSON.stringify({ device_id: "d", account_uuid: "", session_id: SESSION }) } },
      { agent: "claude-code", sessionId: SESSION },
    ],
    [
      "an older Claude Code",
      { "user-agent": "claude-cli/1.0.81 (external, cli)" },
      { metadata: { user_id: `user_0a1b2c_account__session_${SESSION}` } },
      { agent: "claude-code", sessionId: SESSION },
    ],
    [
      "Codex",
      { "user-agent": "codex_cli_rs/0.61.0 (Ubuntu 24.4.0; x86_64) xterm", "session-id": SESSION },
      { prompt_cache_key: "another" },
      { agent: "codex", agentVersion: "0.61.0", sessionId: SESSION },
    ],
    [
      "Codex by its cache key",
      { "user-agent": "codex_exec/0.61.0 (Ubuntu 24.4.0; x86_64) unknown" },
      { prompt_cache_key: SESSION },
      { agent: "codex", sessionId: SESSION },
    ],
    [
      "opencode",
      { "user-agent": "opencode/1.0.77 ai-sdk/provider-utils/3.0.12", "x-session-id": SESSION },
      {},
      { agent: "opencode", agentVersion: "1.0.77", sessionId: SESSION },
    ],
    ["Qwen Code", { "user-agent": "QwenCode/0.2.1 (linux; x64)" }, {}, { agent: "qwen-code", agentVersion: "0.2.1" }],
    [
      "Gemini CLI, which adds the model",
      { "user-agent": "GeminiCLI-tui/0.61.0/google/gemini-3.8-flash (linux; x64; terminal)" },
      {},
      { agent: "gemini-cli", agentVersion: "0.61.0" },
    ],
    [
      "pi without a version",
      { "user-agent": "pi (linux 6.8.0; x64)", session_id: SESSION },
      {},
      { agent: "pi", agentVersion: null, sessionId: SESSION },
    ],
    [
      "Grok Build",
      { "user-agent": "grok-shell/1.0.41 (linux; x86_64)", "x-grok-session-id": SESSION },
      {},
      { agent: "grok-build", agentVersion: "1.0.41", sessionId: SESSION },
    ],
    [
      "Droid by its cache key",
      { "user-agent": "factory-cli/0.215.0" },
      { prompt_cache_key: SESSION },
      { agent: "droid", agentVersion: "0.215.0", sessionId: SESSION },
    ],
    [
      "Kimi Code by its cache key",
      { "user-agent": "kimi-code-cli/2.1.0" },
      { prompt_cache_key: `session_${SESSION}` },
      { agent: "kimi-code", agentVersion: "2.1.0", sessionId: `session_${SESSION}` },
    ],
    [
      "Kimi Code by the user ID of its messages, which is its session",
      { "user-agent": "kimi-code-cli/2.1.0" },
      { metadata: { user_id: `session_${SESSION}` } },
      { agent: "kimi-code", sessionId: `session_${SESSION}`, externalUser: null },
    ],
    [
      "Kilo Code",
      { "user-agent": "Kilo-Code/7.7.9 ai-sdk/provider-utils/4.0.27 runtime/bun/1.3.14", "x-session-id": SESSION },
      {},
      { agent: "kilo-code", agentVersion: "7.7.9", sessionId: SESSION },
    ],
    [
      "goose, which only names its session",
      { "agent-session-id": SESSION },
      {},
      { agent: "goose", sessionId: SESSION },
    ],
    [
      "goose at OpenRouter's address",
      { "http-referer": "https://goose-docs.ai", "x-title": "goose", "agent-session-id": SESSION },
      {},
      { agent: "goose", sessionId: SESSION },
    ],
    [
      "another client with goose's header",
      { "user-agent": "other/1.0", "agent-session-id": SESSION },
      {},
      { agent: null, sessionId: SESSION },
    ],
    [
      "Cursor",
      { "user-agent": "Cursor/3.14.27" },
      { prompt_cache_key: SESSION },
      { agent: "cursor", agentVersion: "3.14.27", sessionId: null },
    ],
    [
      "Copilot CLI, which names only its SDK, by who caused the request, and its cache key",
      { "user-agent": "OpenAI/JS 5.20.1", "x-initiator": "agent" },
      { prompt_cache_key: SESSION },
      { agent: "copilot", agentVersion: null, sessionId: SESSION },
    ],
    [
      "Copilot in an editor",
      { "user-agent": "GitHubCopilotChat/0.39.1", "x-initiator": "user" },
      {},
      { agent: "copilot", agentVersion: "0.39.1" },
    ],
    ["Cline by its site", { "http-referer": "https://cline.bot" }, {}, { agent: "cline", agentVersion: null }],
    [
      "no agent",
      { "user-agent": "OpenAI/JS 6.9.1" },
      { prompt_cache_key: SESSION, user: "u" },
      { agent: null, agentVersion: null, sessionId: null, externalUser: "u" },
    ],
    [
      "a site that only looks like one",
      { referer: "https://evil-cline.bot.example/?x=cline.bot" },
      {},
      { agent: null },
    ],
  ])("of %s", (_, headers, body, facts) => {
    expect(factsOf(headers, body)).toMatchObject(facts);
  });
});

describe("the repository", () => {
  test.each([
    ["https://github.com/acme/shop.git", "github.com/acme/shop"],
    ["git@github.com:acme/shop.git", "github.com/acme/shop"],
    ["https://ann:secret@git.acme.example:8443/team/shop?token=secret", "git.acme.example/team/shop"],
    ["ssh://git@GitHub.com/acme/shop", "github.com/acme/shop"],
    ["nonsense", null],
    ["file:///home/ann/secret-project", null],
    ["C:\\repos\\shop", null],
    ["/home/ann/shop", null],
  ])("%s is stored as %s", (address, stored) => {
    expect(factsOf({ "x-repository": address }).repository).toBe(stored);
  });

  test("is read from the metadata of Codex", () => {
    const metadata = {
      workspaces: { "/home/ann/shop": { associated_remote_urls: { origin: "git@github.com:acme/shop.git" } } },
    };
    expect(factsOf({ "x-codex-turn-metadata": JSON.stringify(metadata) }).repository).toBe("github.com/acme/shop");
    expect(factsOf({ "x-codex-turn-metadata": '{"associated_remote_urls"' }).repository).toBeNull();
  });
});

test("no text is longer than 256 characters, and odd bodies do no harm", () => {
  const long = "x".repeat(5000);
  const facts = factsOf(
    { "user-agent": long, "x-session-id": long, "x-repository": `a.example/${long}` },
    { user: long },
  );
  for (const value of Object.values(facts)) expect(String(value).length).toBeLessThanOrEqual(256);
  for (const metadata of [null, 1, "x", [], { user_id: 7 }, { user_id: "{" }])
    expect(factsOf({}, { metadata, session_id: {}, user: [] }).sessionId).toBeNull();
});
