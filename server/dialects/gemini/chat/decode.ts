import { chat } from "#server/dialects/chat/chat.ts";
import type { Body, Decoded, TargetProvider } from "#server/dialects/dialect.ts";

/**
 * Reads a chat body as chat does. Google gets its number of responses too, which only callers in Google's form can have
 * from it. Not every model of Google streams several, so a whole response is requested as one.
 */
export function decode(body: Body, provider: TargetProvider): Decoded {
  const decoded = chat.decode(body, provider);
  const count = Number(body.n ?? 1);
  if (provider.family !== "google" || !(count > 1)) return decoded;
  const { options, notes } = decoded;
  const google = options.providerOptions?.google ?? {};
  const { generationConfig, ...request } = (google.request ?? {}) as Body;
  const config = { ...(generationConfig as Body | undefined), candidateCount: count };
  const raw = { ...google, request: { ...request, generationConfig: config }, isWhole: body.stream !== true };
  return {
    options: { ...options, providerOptions: { ...options.providerOptions, google: JSON.parse(JSON.stringify(raw)) } },
    notes: notes.filter((note) => note !== "n: dropped"),
  };
}
