import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { Endpoint, ResponseOf } from "#lib/contract/endpoint.ts";
import type { ApiError } from "./api-error.ts";
import { type Arguments, type CallOptions, call, type InputOf, urlOf } from "./client.ts";
import { currentWorkspace } from "./workspace.ts";

type Scope = Pick<CallOptions, "workspace">;
type Call<E extends Endpoint> = Arguments<InputOf<E> & CallOptions>;

/**
 * Returns React Query options of a read: `useQuery(query(getKey, { params }))`. The key is [resource, endpoint id,
 * input]; the input names its workspace, so that no data outlives a switch. Errors that would only repeat are not
 * retried.
 */
export function query<E extends Endpoint>(endpoint: E, ...[input]: Arguments<InputOf<E> & Scope>) {
  const workspace = endpoint.resource === "session" ? undefined : (input?.workspace ?? currentWorkspace());
  const scoped = { ...input, ...(workspace && { workspace }) };
  return queryOptions<ResponseOf<E>, ApiError>({
    queryKey: [endpoint.resource, endpoint.id, scoped],
    meta: { url: urlOf(endpoint, scoped) },
    queryFn: ({ signal }) => call(endpoint, ...([{ ...scoped, signal }] as unknown as Call<E>)),
    retry: (failures, error) => failures < 1 && error.transient && error.status !== 429,
  });
}

type Variables<Input> = Partial<Input> extends Input ? Input | undefined : Input;

/**
 * Returns React Query options of a write: `useMutation(mutation(updateKey))`, then `mutate({ params, body })`. Success
 * invalidates every query of the endpoint's resource. Pass callbacks of one call to `mutate`, since an `onSuccess` next
 * to these options would replace that; callers that may be unmounted by then await `mutateAsync`. What was deleted is not
 * read again. A response may contain a secret, so it is dropped once unused.
 */
export function mutation<E extends Endpoint>(endpoint: E) {
  return mutationOptions<ResponseOf<E>, ApiError, Variables<InputOf<E> & Scope>>({
    mutationKey: [endpoint.resource, endpoint.id],
    mutationFn: (input) => call(endpoint, ...([input] as unknown as Call<E>)),
    // Not awaited: the write is complete, whether or not the data has been refetched.
    onSuccess: (_data, variables, _result, { client }) => {
      const isItem = endpoint.method === "DELETE" && endpoint.path.endsWith("}");
      const deleted = isItem ? urlOf(endpoint, variables ?? {}) : undefined;
      void client.invalidateQueries({
        queryKey: [endpoint.resource],
        predicate: ({ meta }) => deleted === undefined || !isAtOrBelow(meta?.url, deleted),
      });
    },
    gcTime: 0,
  });
}

/** Returns whether a query reads the deleted object, or something that belongs to it. */
function isAtOrBelow(url: unknown, deleted: string): boolean {
  const path = String(url).split("?")[0];
  return path === deleted || `${path}`.startsWith(`${deleted}/`);
}
