/** An ID of more than two parts, as local servers have them: `/models/ollama/hf.co/unsloth/qwen3/endpoints`. */
const NESTED = /^(\/api\/v1\/models?\/[^/?]+\/)([^?]+?)(\/endpoints)?(?=$|\?)/;

/**
 * Returns the request target with the slashes of a model's ID after the first encoded, as the routes have them.
 * Clients take an ID from the list and append it to `/models/`. `target`: path and query.
 */
export function readModelTarget(target: string): string {
  return target.replace(NESTED, (whole, start: string, rest: string, end = "") =>
    rest.includes("/") && !rest.includes("//") ? start + rest.replaceAll("/", "%2F") + end : whole,
  );
}
