/** A document with every kind of record, in two workspaces. */
export const WHOLE_DOCUMENT = `
version: 1
members:
  - { email: ada@example.com, role: owner }
  - { email: alan@example.com, role: admin }
credentials:
  - { provider: openai, name: Shared, key: { env: SHARED_OPENAI_KEY } }
credential_pools:
  - { provider: openai, strategy: weighted }
custom_providers:
  - slug: shared-llm
    name: Shared inference
    base_url: http://127.0.0.1:9/v1/
    api_key: { env: SHARED_LLM_KEY }
    headers: { X-Tenant: { env: SHARED_LLM_TENANT } }
    models:
      - { id: llama, context_length: 8192, prices: { input_tokens: "0.150", output_tokens: "1" } }
prices:
  - { provider: openai, discount_basis_points: 500, source: Contract 7 }
  - model_endpoint: openai/gpt-4o-mini@openai
    unit: output_tokens
    nano_usd_per_million: 500000000
    credential: { provider: openai, name: Team, workspace: research }
group_mappings:
  - { group: Platform, role: admin, workspace: research }
  - { group: Platform, role: member }
  - { group: 4f1d, workspace: research }
just_in_time: { domains: [example.org, Example.com], role: member, workspace: research }
workspaces:
  - slug: default
    name: Default
    keys: []
  - slug: research
    name: Research
    description: Where models are tried
    default_text_model: openai/gpt-4o-mini
    is_observability_io_logging_enabled: true
    io_logging_api_keys: [CI]
    include_byok_in_budgets: true
    disabled_server_tools: [web_search]
    members: [ada@example.com, alan@example.com]
    budgets:
      - { interval: monthly, limit_usd: 100 }
      - { interval: daily, limit_usd: 10.5 }
    time_zone: Europe/Berlin
    member_caps:
      - { member: alan@example.com, monthly_usd: 500 }
      - { member: default, daily_usd: 20, monthly_usd: 200 }
    shared_budgets:
      - { name: Search team, limit_usd: 50, reset_interval: monthly, keys: [CI], members: [alan@example.com] }
      - { name: Everyone, limit_usd: 5000 }
      - { name: Nightly, limit_usd: 20, tags: ["team:ci", nightly], external_users: [anna] }
      - { name: Each customer, limit_usd: 5, reset_interval: monthly, per_external_user: true }
      - { name: Each session, limit_usd: 2, tags: [nightly], per_session: true }
    rate_limits:
      - { name: CI, subject: key, key: CI, requests_per_minute: 60, max_wait_seconds: 10, priority: low }
      - { name: Each member, subject: member, output_tokens_per_day: 1000000 }
      - { name: Reviewer, subject: member, member: alan@example.com, output_tokens_per_day: 2000000 }
      - { name: Workspace, subject: workspace, model: openai/gpt-4o-mini, concurrent_requests: 20 }
    guardrails:
      - is_default: true
        name: Everyone
        allowed_providers: [openai, anthropic]
        content_filter_builtins:
          - { slug: email, action: redact }
      - name: Cheap models
        allowed_models: [openai/gpt-4o-mini]
        limit_usd: 5
        reset_interval: daily
        members: [alan@example.com]
    keys:
      - { name: CI, limit: 20, limit_reset: monthly, guardrail_name: Cheap models, creator: alan@example.com, tags: ["team:ci"] }
      - { name: Notebook, disabled: true, expires_at: "2040-01-01T00:00:00Z", allowed_tools: [mcp] }
    credentials:
      - { provider: openai, name: Team, key: { file: /run/secrets/team }, allowed_api_keys: [CI], is_required: true }
      - { provider: openai, name: Spare, key: { env: SPARE_KEY }, allowed_users: [alan@example.com], is_fallback: true }
      - { provider: anthropic, key: { env: ANTHROPIC_TEAM_KEY }, allowed_models: [anthropic/claude-sonnet-4.5] }
    credential_pools:
      - { provider: openai, strategy: most_headroom }
      - { provider: anthropic, strategy: ordered }
    custom_providers:
      - { slug: research-llm, name: Research inference, base_url: "http://127.0.0.1:9", api: anthropic, zero_data_retention: true, reads_model_list: true }
    model_aliases:
      - { name: acme/front, description: Leads to another, targets: [{ model: acme/support-bot, weight: 2 }] }
      - name: acme/support-bot
        targets:
          - { model: openai/gpt-4o-mini, weight: 90, provider_order: [openai] }
          - { model: shared-llm/llama, weight: 10 }
          - { preset: careful, weight: 0 }
    presets:
      - slug: careful
        config: { model: openai/gpt-4o-mini, temperature: 0, max_tokens: 200 }
        system_prompt: Answer carefully.
    destinations:
      - type: webhook
        name: Traces
        api_keys: [CI]
        sampling_rate: 0.5
        config: { url: "http://127.0.0.1:9/hook", headers: { Authorization: { env: HOOK_TOKEN } } }
      - type: s3
        name: Archive
        config:
          bucketName: traces
          region: eu-central-1
          accessKeyId: { env: ARCHIVE_ID }
          secretAccessKey: { env: ARCHIVE_SECRET }
      - type: disk
        name: Files
        config: { pathTemplate: "{date}/{apiKeyName}" }
    alert_channels:
      - { type: webhook, name: Hook, config: { url: { env: ALERT_HOOK_URL } } }
      - { type: slack, name: On call, config: { url: { file: /run/secrets/slack_url } } }
    alert_rules:
      - { name: Spending, kind: spend_threshold, params: { interval: daily, limit_usd: 50 }, channels: [slack/On call, webhook/Hook] }
      - { name: Leaks, kind: key_leaked, params: {}, enabled: false }
      - { name: Caps, kind: limit_usage, params: { limits: [member, shared], percent: 90 } }
      - { name: Forecasts, kind: budget_forecast, params: { interval: weekly, limits: [shared] } }
`;

/** The values of the secrets to which the document refers. */
export const WHOLE_SECRETS = {
  "env:SHARED_OPENAI_KEY": "sk-shared-0123456789abcdef",
  "file:/run/secrets/team": "sk-team-0123456789abcdef",
  "env:SHARED_LLM_KEY": "sk-llm-0123456789abcdef",
  "env:SHARED_LLM_TENANT": "tenant-0123456789",
  "env:SPARE_KEY": "sk-spare-0123456789abcdef",
  "env:ANTHROPIC_TEAM_KEY": "sk-ant-team-0123456789abcdef",
  "env:ALERT_HOOK_URL": "http://127.0.0.1:9/alerts-0123456789",
  "file:/run/secrets/slack_url": "https://hooks.slack.example/services/T0/B0/0123456789abcdef",
  "env:HOOK_TOKEN": "Bearer hook-token-0123456789",
  "env:ARCHIVE_ID": "AKIA0123456789ABCDEF",
  "env:ARCHIVE_SECRET": "archive-secret-0123456789",
};
