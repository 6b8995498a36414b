import type { ProviderRow } from "../provider-row.ts";
import { AUTHORS, FAMILIES } from "./authors.ts";

/** The parts of a model name: its author, its model, and this provider's variant. */
export type UpstreamName = {
  author: string;
  slug: string;
  /** The last word of the slug, which may be a serving variant of this host (`turbo`) or a part of the model's name. */
  serving: string | null;
  /** `free`, `thinking`, `turbo`: the same model on other terms or served differently. */
  variant: string | null;
  quantization: string | null;
};

type NamingProvider = Pick<ProviderRow, "author" | "hosts" | "listsPlainly" | "tagsAreSizes">;

const QUANTIZATION = /-(fp8|fp4|nvfp4|mxfp4|bf16|fp16|int8|int4|awq|w4a16)(?=-|$)/;
const SERVING_VARIANT = /-(turbo|tput|fast|highspeed|lite)$/;
/** For other authors, `-fast`, `-lite` and `-turbo` are parts of model names. */
const HOSTED_AUTHORS = new Set(["qwen", "meta-llama", "deepseek", "moonshotai", "z-ai", "minimax", "nousresearch"]);

/** Splits an upstream's model name into its parts, by its provider's naming rules. */
export function parseUpstreamName(upstream: string, provider: NamingProvider): UpstreamName {
  const nameWithoutTag = provider.tagsAreSizes ? upstream.replace(":", "-") : upstream;
  const [path, colonVariant] = splitVariant(nameWithoutTag.toLowerCase());
  const parts = path.split("/");
  const bare = cleanSlug(parts.at(-1) as string, provider.hosts);
  const quantization = QUANTIZATION.exec(bare)?.[1] ?? null;
  const slug = bare.replace(QUANTIZATION, "");
  const author = authorOf(parts, slug, provider);
  const mayServeFaster = provider.hosts && !provider.listsPlainly && HOSTED_AUTHORS.has(author);
  const serving = mayServeFaster ? (SERVING_VARIANT.exec(slug)?.[1] ?? null) : null;
  return { author, slug, serving, variant: colonVariant, quantization };
}

/** Moves the serving variant out of the model's name: in `llama-3.3-70b-instruct-turbo`, `turbo` is a variant. */
export function withServingVariant(name: UpstreamName): UpstreamName {
  if (!name.serving) return name;
  return { ...name, slug: name.slug.slice(0, -name.serving.length - 1), variant: name.variant ?? name.serving };
}

/** Returns letters and digits only, so that `claude-sonnet-4-5` and `Claude Sonnet 4.5` are equal. */
export function nameKey(slug: string): string {
  return slug.replace(/[^a-z0-9]/g, "");
}

/** Returns spellings under which the same model may be listed, most exact first. */
export function spellings(slug: string): string[] {
  const undated = slug.replace(/[-@](20\d{6}|20\d{2}-\d{2}-\d{2}|default)$/, "");
  const bases = undated === slug ? [slug] : [slug, undated];
  return bases
    .flatMap((base) => [base, ...rewriteSlug(base)])
    .filter((name, index, all) => all.indexOf(name) === index);
}

function rewriteSlug(slug: string): string[] {
  const claude = /^claude-(\d(?:[.-]\d)?)-(opus|sonnet|haiku)$/.exec(slug);
  return [
    ...(claude ? [`claude-${claude[2]}-${claude[1]}`] : []),
    slug.replace("-instruct-", "-"),
    slug.replace(/-0$/, ""),
    slug.replace(/-preview$/, ""),
    `${slug}-instruct`,
    `${slug}-it`,
  ];
}

function splitVariant(upstream: string): [string, string | null] {
  const colon = upstream.indexOf(":");
  return colon < 0 ? [upstream, null] : [upstream.slice(0, colon), upstream.slice(colon + 1)];
}

function cleanSlug(slug: string, hosts: boolean): string {
  const shortened = slug
    .replace(/_/g, "-")
    .replace(
      /^(?:meta-llama|meta)-(?=llama)|^meta-llama-(?=\d)|^zai-(?=glm)|^nvidia-(?=nemotron)|^anthropic-(?=claude)|^openai-(?=gpt|o\d)|^alibaba-(?=qwen)|^cohere-(?=command)|^ai21-(?=jamba)|^arcee-(?=trinity)/,
      "",
    );
  return hosts ? shortened.replace(/(\d)p(\d)/g, "$1.$2") : shortened;
}

function authorOf(parts: string[], slug: string, { author, hosts }: NamingProvider): string {
  const organization = parts.length > 1 ? (parts.at(-2) as string) : "";
  if (organization && !["models", "routers"].includes(organization)) return AUTHORS[organization] ?? organization;
  if (!hosts) return author;
  return FAMILIES.find(([prefix]) => slug.startsWith(prefix))?.[1] ?? author;
}
