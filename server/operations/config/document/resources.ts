import type { ConfigDocument } from "#lib/contract/config-document.ts";
import { SECRET_FIELDS } from "#lib/contract/destination-config.ts";
import { isRecord } from "#lib/is-record.ts";
import { emails, type Fields, fieldsOf, instant, type Kind } from "./defaults.ts";
import type { Path } from "./problems.ts";

export type Reference = { env: string } | { file: string };

/** One record of a document. */
export type Resource = {
  kind: Kind;
  /** The slug of its workspace; null for a record of the organization. */
  workspace: string | null;
  /** Unique among the records of its kind and workspace. */
  name: string;
  /** The fields that are compared. */
  fields: Fields;
  /** References to its secrets, by the path of each in the item. */
  secrets: Record<string, Reference>;
  /** The item in the document. */
  item: Fields;
  path: Path;
};

/** Returns a name that identifies a record across documents. */
export function refOf({ kind, workspace, name }: Pick<Resource, "kind" | "workspace" | "name">): string {
  return JSON.stringify([kind, workspace, name]);
}

/** Returns how messages name a record: `key research/CI`. */
export function labelOf({ kind, workspace, name }: Pick<Resource, "kind" | "workspace" | "name">): string {
  return `${kind.replaceAll("_", " ")} ${workspace && kind !== "workspace" ? `${workspace}/` : ""}${name}`;
}

type Workspace = NonNullable<ConfigDocument["workspaces"]>[number];

/** Returns every record of a document, in the document's order. */
export function resourcesOf({
  members = [],
  credentials = [],
  credential_pools: pools = [],
  custom_providers: providers = [],
  prices = [],
  group_mappings: mappings = [],
  just_in_time: joining,
  workspaces = [],
}: ConfigDocument): Resource[] {
  return [
    ...members.map((item, index) => plain("member", null, item.email.toLowerCase(), item, ["members", index])),
    ...credentialsOf(credentials, null, []),
    ...poolsOf(pools, null, []),
    ...providersOf(providers, null, []),
    ...prices.map((item, index) => plain("price", null, priceName(item), item, ["prices", index])),
    ...mappings.map((item, index) => mappingOf(item, ["group_mappings", index])),
    ...(joining ? [plain("just_in_time", null, "provisioning", joining, ["just_in_time"])] : []),
    ...workspaces.flatMap(workspaceResources),
  ];
}

/** The name that identifies a workspace's default guardrail, whatever its display name. */
export const DEFAULT_GUARDRAIL = "(default)";

/** The lists of a workspace, with the kind and name of their items. */
const LISTS = [
  ["budgets", "budget", (item: Fields) => item.interval],
  ["member_caps", "member_cap", (item: Fields) => String(item.member).toLowerCase()],
  ["shared_budgets", "shared_budget", (item: Fields) => item.name],
  ["rate_limits", "rate_limit", (item: Fields) => item.name],
  ["guardrails", "guardrail", (item: Fields) => (item.is_default ? DEFAULT_GUARDRAIL : item.name)],
  ["keys", "key", (item: Fields) => item.name],
  ["presets", "preset", (item: Fields) => item.slug],
  ["model_aliases", "model_alias", (item: Fields) => item.name],
  ["alert_rules", "alert_rule", (item: Fields) => item.name],
] as const;

function workspaceResources(item: Workspace, index: number): Resource[] {
  const { slug } = item;
  const path = ["workspaces", index];
  const own = plain("workspace", slug, slug, item, path);
  if (item.members) own.fields.members = emails(item.members);
  const listed = LISTS.flatMap(([list, kind, nameOf]) =>
    ((item[list] ?? []) as Fields[]).map((one, place) =>
      plain(kind, slug, String(nameOf(one)), one, [...path, list, place]),
    ),
  );
  const destinations = (item.destinations ?? []).map((one, place) =>
    defineResource("destination", one, SECRET_FIELDS[one.type], slug, [...path, "destinations", place]),
  );
  const channels = (item.alert_channels ?? []).map((one, place) =>
    defineResource("alert_channel", one, ["url"], slug, [...path, "alert_channels", place]),
  );
  const credentials = credentialsOf(item.credentials ?? [], slug, path);
  const pools = poolsOf(item.credential_pools ?? [], slug, path);
  const providers = providersOf(item.custom_providers ?? [], slug, path);
  return [own, ...listed, ...credentials, ...pools, ...providers, ...destinations, ...channels];
}

function plain(kind: Kind, workspace: string | null, name: string, item: Fields, path: Path): Resource {
  return { kind, workspace, name, fields: fieldsOf(kind, item), secrets: {}, item, path };
}

/** Groups are compared regardless of case, and each has one mapping for a workspace, and one for none. */
function mappingOf(item: NonNullable<ConfigDocument["group_mappings"]>[number], path: Path): Resource {
  return plain("group_mapping", item.workspace ?? null, item.group.toLowerCase(), item, path);
}

type Credential = NonNullable<ConfigDocument["credentials"]>[number];

function credentialsOf(items: readonly Credential[], workspace: string | null, path: Path): Resource[] {
  const places = new Map<string, number>();
  return items.map((item, index) => {
    const position = places.get(item.provider) ?? 0;
    places.set(item.provider, position + 1);
    const own = { ...item, position };
    const at = [...path, "credentials", index];
    return { ...plain("credential", workspace, credentialName(item), own, at), secrets: { key: item.key } };
  });
}

export function credentialName({ provider, name }: { provider: string; name?: string | null | undefined }): string {
  return name ? `${provider}/${name}` : provider;
}

type Pool = NonNullable<Workspace["credential_pools"]>[number];

/** A pool that is tried in order is the same as one that is not listed. */
function poolsOf(items: readonly Pool[], workspace: string | null, path: Path): Resource[] {
  return items.flatMap((item, index) => {
    const at = [...path, "credential_pools", index];
    return item.strategy === "ordered" ? [] : [plain("credential_pool", workspace, item.provider, item, at)];
  });
}

type CustomProvider = NonNullable<Workspace["custom_providers"]>[number];

/** Names of headers are stored in lower case. */
function providersOf(items: readonly CustomProvider[], workspace: string | null, path: Path): Resource[] {
  return items.map((item, index) => {
    const { slug, api_key: key, headers = {} } = item;
    const named = Object.entries(headers).map(([name, value]) => [`headers.${name.toLowerCase()}`, value]);
    const secrets = { ...(key && { api_key: key }), ...Object.fromEntries(named) };
    return { ...plain("custom_provider", workspace, slug, item, [...path, "custom_providers", index]), secrets };
  });
}

type Configured = { type: string; name: string; config: object };

/** Returns a record with a type and a configuration, in which these fields are secret. */
function defineResource(
  kind: "destination" | "alert_channel",
  item: Configured,
  secretFields: readonly string[],
  workspace: string,
  path: Path,
): Resource {
  const entries = Object.entries(item.config);
  const isSecret = (name: string) => secretFields.includes(name);
  const config = Object.fromEntries(entries.filter(([name]) => !isSecret(name)));
  const secrets = Object.fromEntries(entries.filter(([name]) => isSecret(name)).flatMap(leavesOf));
  const name = `${item.type}/${item.name}`;
  return { ...plain(kind, workspace, name, { ...item, config }, path), item, secrets };
}

/** Returns the references of a secret field: one, or one for each header. */
function leavesOf([name, value]: [string, unknown]): [string, Reference][] {
  if (!isRecord(value)) return [];
  if (typeof value.env === "string" || typeof value.file === "string") return [[`config.${name}`, value as Reference]];
  return Object.entries(value).map(([header, reference]) => [`config.${name}.${header}`, reference as Reference]);
}

/** Returns the parts of a secret's path: `key`, `headers.<header>`, `config.<field>` or `config.<field>.<header>`. */
export function partsOf(path: string): string[] {
  if (path.startsWith("headers.")) return ["headers", path.slice("headers.".length)];
  const [config = "", field, ...header] = path.split(".");
  // The name of a header may contain dots.
  return field === undefined ? [config] : [config, field, ...(header.length > 0 ? [header.join(".")] : [])];
}

/** Returns the terms that identify a price. */
function priceName(item: NonNullable<ConfigDocument["prices"]>[number]): string {
  const { credential, hours_utc: hours } = item;
  const terms = [
    item.provider,
    item.model_endpoint,
    credential && `credential ${[credential.workspace, credentialName(credential)].filter(Boolean).join(":")}`,
    item.unit ?? "all units",
    item.min_prompt_tokens ? `from ${item.min_prompt_tokens} tokens` : undefined,
    item.service_tier && `tier ${item.service_tier}`,
    item.variant && `variant ${item.variant}`,
    hours && `minutes ${hours.start_minute}-${hours.end_minute} UTC`,
    item.discount_basis_points ? "discount" : "price",
    item.valid_from && `from ${instant(item.valid_from)}`,
  ];
  return terms.filter(Boolean).join(", ");
}
