import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { Endpoint, ResponseOf } from "#lib/contract/endpoint.ts";
import type { ApiError } from "./api-error.ts";
import { type Arguments, type CallOptions, call, type InputOf } from "./client.ts";
import { currentWorkspace } from "./workspace.ts";

type Scope = Pick<CallOptions, "workspace">;
type Call<E extends Endpoint> = Arguments<InputOf<E> & CallOptions>;

/**
 * React Query options of a read: `useQuery(query(getKey, { params }))`.
 * The key is [resource, endpoint id, input]; the input names its workspace, so that no answer outlives a switch.
 * A failure that would only repeat is not retried.
 */
export function query<E extends Endpoint>(endpoint: E, ...[input]: Arguments<InputOf<E> & Scope>) {
  const workspace = endpoint.resource === "session" ? undefined : (input?.workspace ?? currentWorkspace());
  const scoped = { ...input, ...(workspace && { workspace }) };
  return queryOptions<ResponseOf<E>, ApiError>({
    queryKey: [endpoint.resource, endpoint.id, scoped],
    queryFn: ({ signal }) => call(endpoint, ...([{ ...scoped, signal }] as unknown as Call<E>)),
    retry: (failures, error) => failures < 1 && error.transient && error.status !== 429,
  });
}

type Variables<Input> = Partial<Input> extends Input ? Input | undefined : Input;

/**
 * React Query options of a write: `useMutation(mutation(updateKey))`, then `mutate({ params, body })`.
 * Success makes every query of the endpoint's resource stale. Callbacks of one call go to `mutate`, since an
 * `onSuccess` beside these options would replace that; a caller that may be unmounted by then awaits `mutateAsync`.
 * An answer may be a secret, so it is not kept once unused.
 */
export function mutation<E extends Endpoint>(endpoint: E) {
  return mutationOptions<ResponseOf<E>, ApiError, Variables<InputOf<E> & Scope>>({
    mutationKey: [endpoint.resource, endpoint.id],
    mutationFn: (input) => call(endpoint, ...([input] as unknown as Call<E>)),
    // Not waited for: what was written is done, whether or not it has been read again.
    onSuccess: (_data, _variables, _result, { client }) => {
      void client.invalidateQueries({ queryKey: [endpoint.resource] });
    },
    gcTime: 0,
  });
}
