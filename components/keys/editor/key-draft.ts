import type { LimitInterval } from "#lib/limit-period.ts";
import type { Key } from "../key-status.tsx";

export const EXPIRIES = ["none", "7", "30", "90", "date"] as const;
export type Expiry = (typeof EXPIRIES)[number];

/** The form values of a key. */
export type KeyDraft = {
  name: string;
  limit: number | null;
  reset: LimitInterval | "never";
  includeByok: boolean;
  /** A number of days from now, a date, or none. */
  expiry: Expiry;
  /** YYYY-MM-DD, for `expiry` "date": the last day on which the key works, in UTC. */
  expiryDate: string;
  /** Server tools that the key may use; empty: all. */
  allowedTools: string[];
  /** Tags of each request, separated by commas. */
  tags: string;
  /** Seconds for which responses are kept; empty: they are not. */
  cacheSeconds: string;
  /** For a new key: the id of its guardrail, or one of the two values below. */
  guardrail: string;
  /** The models of a new guardrail. */
  models: string[];
  /** What a management key is limited to: ids of workspaces, and resources; empty: all. */
  workspaces: string[];
  writable: string[];
  readable: string[];
};

export const NO_GUARDRAIL = "";
/** A guardrail is created with the key, for the models that it may use. */
export const SOME_MODELS = "models";

const DAY_MS = 86_400_000;

export function newDraft(): KeyDraft {
  return {
    name: "",
    limit: null,
    reset: "monthly",
    includeByok: false,
    expiry: "none",
    expiryDate: "",
    allowedTools: [],
    tags: "",
    cacheSeconds: "",
    guardrail: NO_GUARDRAIL,
    models: [],
    workspaces: [],
    writable: [],
    readable: [],
  };
}

/** Returns the form values of an existing key. */
export function draftOf(key: Key): KeyDraft {
  return {
    name: key.name,
    limit: key.limit,
    reset: key.limit_reset ?? "never",
    includeByok: key.include_byok_in_limit,
    expiry: key.expires_at ? "date" : "none",
    expiryDate: key.expires_at ? key.expires_at.slice(0, 10) : "",
    allowedTools: key.allowed_tools ?? [],
    tags: key.tags.join(", "),
    cacheSeconds: key.cache_ttl === null ? "" : String(key.cache_ttl),
    guardrail: key.guardrail_id ?? NO_GUARDRAIL,
    models: [],
    workspaces: key.scopes?.workspaces ?? [],
    writable: resourcesOf(key, "write"),
    readable: resourcesOf(key, "read"),
  };
}

function resourcesOf({ scopes }: Key, action: "read" | "write"): string[] {
  const entries = Object.entries(scopes?.resources ?? {});
  return entries.flatMap(([name, granted]) => (granted === action ? [name] : [])).sort();
}

/** Returns the scopes of a management key; null if it is limited to nothing. */
export function scopesOf({ workspaces, writable, readable }: KeyDraft): Key["scopes"] {
  const granted = [...readable.map((name) => [name, "read"]), ...writable.map((name) => [name, "write"])];
  if (workspaces.length === 0 && granted.length === 0) return null;
  return {
    workspaces: workspaces.length > 0 ? workspaces : null,
    resources: granted.length > 0 ? Object.fromEntries(granted) : null,
  };
}

/** Converts a draft to a request body. */
export function bodyOf(draft: KeyDraft, nowMs: number) {
  return {
    name: draft.name,
    limit: draft.limit,
    limit_reset: draft.limit === null || draft.reset === "never" ? null : draft.reset,
    include_byok_in_limit: draft.limit !== null && draft.includeByok,
    expires_at: expiresAt(draft, nowMs),
    allowed_tools: draft.allowedTools.length > 0 ? draft.allowedTools : null,
    tags: tagsIn(draft.tags),
    cache_ttl: draft.cacheSeconds === "" ? null : Number(draft.cacheSeconds),
  };
}

/** Returns the tags of a text with commas or spaces between them, each once. */
export function tagsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((tag) => tag !== ""))];
}

/** Returns only the differences from the key: an expiry with a time of day keeps it unless its day changes. */
export function changesOf(
  draft: KeyDraft,
  key: Key,
  nowMs: number,
): Partial<ReturnType<typeof bodyOf> & { scopes: Key["scopes"] }> {
  const before = draftOf(key);
  const sameExpiry = draft.expiry === before.expiry && draft.expiryDate === before.expiryDate;
  const scopes = scopesOf(draft);
  const sameScopes = JSON.stringify(scopes) === JSON.stringify(scopesOf(before));
  const target = {
    ...bodyOf(draft, nowMs),
    ...(sameExpiry && { expires_at: key.expires_at }),
    scopes: sameScopes ? key.scopes : scopes,
  };
  const changed = Object.entries(target).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(key[name as keyof typeof target]),
  );
  return Object.fromEntries(changed);
}

function expiresAt({ expiry, expiryDate }: KeyDraft, nowMs: number): string | null {
  if (expiry === "none") return null;
  if (expiry !== "date") return new Date(nowMs + Number(expiry) * DAY_MS).toISOString();
  return expiryDate ? `${expiryDate}T23:59:59Z` : null;
}
