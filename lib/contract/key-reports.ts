import { z } from "zod";
import { LEAK_STATES } from "#lib/keys/leak-states.ts";
import { dataOf, Instant, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const KeyLeak = z.object({
  state: z
    .enum(LEAK_STATES)
    .describe(
      "`paused`: disabled until an administrator enables it. `revoked`: disabled for good. `notified`: it keeps working. " +
        "`kept`: an administrator decided that it stays enabled.",
    ),
  reported_at: Timestamp.describe("When it was first reported"),
});

const token = z.string().min(1).max(2048);
const url = z.string().max(2048).nullish();

/** One match, as GitHub's secret scanning sends it. GitLab sends `location` instead of `url`. */
const Match = z.looseObject({
  token,
  type: z.string().max(200).nullish(),
  url,
  location: url,
  source: z.string().max(100).nullish(),
});

const Report = z.strictObject({
  key: token.describe("The key that was found"),
  url: url.describe("Where it was found"),
  source: z.string().trim().max(100).nullish().describe("Kind of place, such as `commit` or `issue_comment`"),
  leaked_at: Instant.nullish().describe("When it became public, such as the time of the commit"),
});

const Feedback = z.object({
  token_hash: z.string().describe("SHA-256 of the token, in hex"),
  token_type: z.string(),
  label: z.enum(["true_positive", "false_positive"]),
});

export const reportKey = endpoint({
  id: "reportKey",
  resource: "keys",
  method: "POST",
  path: "/keys/report",
  roles: "everyone",
  access: "public",
  isSigned: true,
  summary: "Report a leaked key",
  description:
    "Reports a key that was found in public, including an agent's short-lived key. Anyone who has the key can " +
    "report it. The workspace's `leaked_key_policy` decides whether it is revoked or paused, and its owner and " +
    "the administrators are notified. The response is the same whether the key exists or not. Also accepts the " +
    "messages of GitHub's and GitLab's secret scanning. If a signature of GitHub is verified, the response is " +
    "GitHub's feedback instead. Another report of the same place does nothing more.",
  body: z.union([Report, z.array(Match).min(1).max(500)]),
  status: 202,
  response: z.union([
    dataOf(z.object({ received: z.int().describe("Number of reported keys, whether they exist or not") })),
    z.array(Feedback),
  ]),
  errors: [400, 401, 405, 413, 429, 500],
});

const count = z.int();

export const KeyLeakReport = z.object({
  url: z
    .string()
    .nullable()
    .describe("Where the key was found. Chosen by the reporter, so do not trust it if `reporter` is `anyone`."),
  source: z.string().nullable(),
  reporter: z
    .enum(["github", "organization", "anyone"])
    .describe(
      "`github`: GitHub's signature was verified. `organization`: an administrator or a management key. `anyone`: " +
        "someone who had the key.",
    ),
  leaked_at: Timestamp.nullable().describe("When the key became public, if the reporter said so"),
  reports: count.describe("How often this place was reported"),
  first_reported_at: Timestamp,
  last_reported_at: Timestamp,
});

export const KeyUseSince = z
  .object({
    since: Timestamp,
    requests: count,
    failed: count,
    cost_usd: z.number().describe("Cost of these requests, paid with credits or your own provider keys"),
    first_request_at: Timestamp.nullable(),
    last_request_at: Timestamp.nullable(),
    is_complete: z.boolean().describe("False if there were more than 100,000 requests: only the newest are counted"),
    clients: z
      .array(
        z.object({
          agent: z.string().nullable(),
          user_agent: z.string().nullable(),
          requests: count,
          last_request_at: Timestamp,
        }),
      )
      .describe("The 10 clients with the most requests"),
    models: z
      .array(z.object({ model: z.string(), requests: count, cost_usd: z.number() }))
      .describe("The 10 models with the most requests"),
  })
  .describe("How the key has been used since it leaked");

export const getKeyLeak = endpoint({
  id: "getKeyLeak",
  resource: "keys",
  method: "GET",
  path: "/keys/{hash}/leak",
  roles: "own",
  access: "management",
  summary: "Get reports of a leaked key",
  description: "Returns where the key was found and how it has been used since. Returns 404 if nobody reported it.",
  params: z.object({ hash: z.string().min(1).max(128) }),
  query: z.object({
    since: Instant.optional().describe(
      "Start of the time for `use`. Defaults to when the key became public, if a report said so, else to the first report.",
    ),
  }),
  response: dataOf(
    z.object({
      reports: z.array(KeyLeakReport).describe("Verified places first, then the newest; at most 50"),
      use: KeyUseSince,
    }),
  ),
  errors: [400, 401, 403, 404, 405, 408, 429, 500],
});

export const keyReportEndpoints = [reportKey, getKeyLeak] as const;
