import type { AuditedCall } from "#server/audit/record-change.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { parseInput } from "#server/http/bodies/body.ts";
import type { Operation } from "#server/http/operation.ts";
import { type Reference, type Resource, refOf } from "../document/resources.ts";
import type { Secrets } from "../document/secrets.ts";
import type { Difference } from "../plan/differences.ts";
import type { ConfigState } from "../state/config-state.ts";

/** Who applies a document: the caller of a request, or the process that follows a file. */
export type ApplyCall = AuditedCall;

/** The context that the steps of applying a document share. */
export type Applying = {
  /** Runs queries in the transaction. */
  gateway: Gateway;
  call: ApplyCall;
  state: ConfigState;
  secrets: Secrets;
  /** Ids of the records, existing and new, by `refOf`. */
  ids: Map<string, string>;
  /** The created keys, with their secrets. */
  keys: { workspace: string; name: string; key: string }[];
};

export type Step = (applying: Applying, difference: Difference) => Promise<void>;

type Input = { params?: Record<string, string>; body?: Record<string, unknown>; workspace?: string | null };

/** Runs an operation of the API as the caller, with the same validation. Returns its response. */
export async function perform(applying: Applying, operation: Operation, input: Input): Promise<unknown> {
  const { gateway, call } = applying;
  const { endpoint, run } = operation;
  const { params = {}, body = {}, workspace } = input;
  const principal = workspace ? { ...call.principal, workspaceId: workspaceId(applying, workspace) } : call.principal;
  const parsed = endpoint.body && parseInput(endpoint.body, body, "request");
  const { requestId, address } = call;
  const made = { principal, requestId, address, params, query: {}, body: parsed, raw: body };
  return run(gateway, { ...made, defersGroupMappings: true } as never);
}

/** Creates a difference's record, so that later steps find its id. */
export async function create(
  applying: Applying,
  { resource }: Difference,
  operation: Operation,
  input: Input,
): Promise<void> {
  applying.ids.set(refOf(resource), idOfResponse(await perform(applying, operation, input)));
}

/** Returns the step that deletes a record by its id. */
export function removal(operation: Operation): Step {
  return async (applying, difference) => {
    await perform(applying, operation, { params: { id: idOf(applying, difference) } });
  };
}

/** Returns the id in an operation's response. */
export function idOfResponse(response: unknown, field: "id" | "hash" = "id"): string {
  return (response as { data: Record<string, string> }).data[field] as string;
}

export function idOf({ ids }: Applying, resource: Pick<Resource, "kind" | "workspace" | "name">): string {
  const id = ids.get(refOf(resource));
  if (id) return id;
  throw new HttpError(400, `there is no ${resource.kind} named ${resource.name}`);
}

export function workspaceId(applying: Applying, slug: string): string {
  return idOf(applying, { kind: "workspace", workspace: slug, name: slug });
}

export function userIdsIn({ state }: Applying, emails: readonly string[]): string[] {
  return emails.map((email) => {
    const id = state.userIds.get(email.toLowerCase());
    if (id) return id;
    throw new HttpError(400, `${email} is not a member of the organization`);
  });
}

const HASH = /^[0-9a-f]{64}$/;

/** Returns the hashes of keys by name: names in a workspace, or `<slug>/<name>`. */
export function keyHashes(applying: Applying, names: readonly string[], slug: string | null): string[] {
  return names.map((name) => {
    const own = slug && applying.ids.get(refOf({ kind: "key", workspace: slug, name }));
    if (own || HASH.test(name)) return own || name;
    const [workspace = "", ...rest] = name.split("/");
    return idOf(applying, { kind: "key", workspace, name: rest.length > 0 ? rest.join("/") : name });
  });
}

/** Returns which of these fields change, with their new values. */
export function changedIn({ fields }: Difference, names: readonly string[]): Record<string, unknown> {
  const changed = fields.filter(({ field }) => names.includes(field));
  return Object.fromEntries(changed.map(({ field, after }) => [field, after]));
}

export function changedField<T>({ fields }: Difference, name: string): { before: T; after: T } | undefined {
  return fields.find(({ field }) => field === name) as { before: T; after: T } | undefined;
}

/** Returns the value sent for a reference, otherwise the stored one. */
export function secretOf(applying: Applying, resource: Resource, path: string): string | undefined {
  const sent = applying.secrets.valueOf(resource.secrets[path] as Reference);
  return sent ?? applying.state.secrets.get(refOf(resource))?.[path];
}
