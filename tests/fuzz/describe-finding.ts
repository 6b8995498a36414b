import { type Finding, ROUND } from "./run.ts";

/** Describes a finding and how to reproduce it: alone, or after the requests that it may depend on. */
export function describeFinding(seed: number, { index, request, fault }: Finding): string {
  const { id, method, target, headers, body } = request;
  const start = index - (index % ROUND);
  return [
    `${id}: ${fault}`,
    `  ${method} ${target.slice(0, 300)}`,
    `  ${JSON.stringify({ ...headers, authorization: headers.authorization && "..." })}`,
    `  ${body ? JSON.stringify(body.toString("latin1").slice(0, 1500)) : "no body"}`,
    `  alone:      npm run fuzz -- --seed ${seed} --from ${index} --requests 1`,
    `  its round:  npm run fuzz -- --seed ${seed} --from ${start} --requests ${index - start + 1}`,
  ].join("\n");
}
