import type { Production } from "#tests/support/production.ts";

/** The data of a gateway in use: keys in every state, successful calls, and a failed one. */
export async function makeData({ call }: Production): Promise<void> {
  const make = async (fields: Record<string, unknown>) => {
    const { status, body } = await call("POST", "/keys", fields);
    if (status !== 201) throw new Error(`no key was made: ${JSON.stringify(body)}`);
    return body as { key: string; data: { hash: string } };
  };
  const used = await make({ name: "production-web", limit: 25, limit_reset: "monthly" });
  const paused = await make({ name: "staging", limit: 1 });
  await make({ name: "a name so long that no table has the room to show it whole, on no screen that people have" });
  await call("PATCH", `/keys/${paused.data.hash}`, { disabled: true });
  await call("POST", "/guardrails", {
    name: "Personal data",
    limit_usd: 50,
    reset_interval: "monthly",
    content_filter_builtins: [
      { slug: "email", action: "redact" },
      { slug: "credit-card", action: "block" },
    ],
    content_filters: [{ pattern: "TICKET-\\d{4}", label: "Ticket", action: "redact", must_match: ["TICKET-1234"] }],
  });
  const ask = (model: string, input: string) => call("POST", "/responses", { model, input }, { key: used.key });
  const answers = await Promise.all([
    ask("local/echo", "Hello"),
    ask("openai/gpt-4o-mini", "Hello"),
    ask("anthropic/claude-sonnet-4.5", "Hello"),
  ]);
  for (const { status, body } of answers) {
    if (status !== 200) throw new Error(`a call failed: ${JSON.stringify(body)}`);
  }
  await ask("openai/gpt-4o-mini", "fault-400");
  await makeMoney(call);
}

/** Provider keys in both sections, a file, credits and budgets, none of which affects other tests. */
async function makeMoney(call: Production["call"]): Promise<void> {
  const key = { provider: "groq", key: "gsk_0123456789abcdefghij" };
  const answers = [
    await call("POST", "/byok", { ...key, name: "reserve", is_fallback: true, workspace_id: null }),
    await call("POST", "/byok", { ...key, name: "main", is_required: true }),
    await call("POST", "/byok", {
      ...key,
      name: "a name so long that no table has the room to show it whole anywhere",
    }),
    await call("POST", "/mcp-servers", { name: "Tickets", slug: "tickets", url: "https://mcp.invalid/mcp" }),
    await call("POST", "/observability/destinations", {
      name: "Traces",
      type: "webhook",
      config: { url: "https://receiver.invalid/requests" },
    }),
    await call("POST", "/credits/adjustments", { kind: "grant", amount: 100_000, reason: "For the first year" }),
    await call("PUT", "/workspaces/default/budgets/monthly", { limit_usd: 500 }),
    await call("PUT", "/workspaces/default/member-caps", { daily_usd: 200, monthly_usd: 2_000 }),
    await call("POST", "/workspaces/default/shared-budgets", { name: "Search team", limit_usd: 5_000 }),
    await call("POST", "/rate-limits", { name: "Each key", subject: "key", requests_per_minute: 100_000 }),
    await call("POST", "/rate-limits", {
      name: "Workspace",
      subject: "workspace",
      requests_per_day: 1_000_000,
      input_tokens_per_minute: 50_000_000,
      max_wait_seconds: 5,
      priority: "normal",
    }),
    await call("POST", "/files", FILE, { headers: { "content-type": "multipart/form-data; boundary=edge" } }),
  ];
  for (const { status, body } of answers) {
    if (status > 201) throw new Error(`a record was not made: ${JSON.stringify(body)}`);
  }
}

const FILE = `--edge\r
content-disposition: form-data; name="file"; filename="notes.txt"\r
\r
A few words.\r
--edge--\r
`;
