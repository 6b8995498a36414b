import type { z } from "zod";
import type { ModelAlias } from "#lib/contract/model-aliases.ts";

export type Alias = z.output<typeof ModelAlias>;
export type Target = Alias["targets"][number];

/** A target as the form edits it. An empty text is "none". */
export type TargetDraft = {
  /** Identifies the row while the form is open. */
  key: string;
  model: string;
  preset: string;
  providers: string;
  weight: number | null;
  /** Its percentage as a canary; null if it is not one. */
  canaryPercent: number | null;
  /** The canary's other settings, which the form keeps. */
  canary: Target["canary"];
};

export type AliasDraft = { name: string; description: string; targets: TargetDraft[] };

let rows = 0;

export function newTarget(target?: Target): TargetDraft {
  rows += 1;
  return {
    key: `target-${rows}`,
    model: target?.model ?? "",
    preset: target?.preset ?? "",
    providers: target?.provider_order?.join(", ") ?? "",
    weight: target?.weight ?? 1,
    canaryPercent: target?.canary?.percent ?? null,
    canary: target?.canary ?? null,
  };
}

/** Returns the form values of an existing alias, or of a new one. */
export function draftOf(alias: Alias | undefined): AliasDraft {
  return {
    name: alias?.name ?? "",
    description: alias?.description ?? "",
    targets: alias ? alias.targets.map(newTarget) : [newTarget()],
  };
}

/** Converts a draft to a request body. */
export function bodyOf({ name, description, targets }: AliasDraft) {
  return {
    name: name.trim(),
    description: description.trim() || null,
    targets: targets.map(({ model, preset, providers, weight, canaryPercent, canary }) => ({
      model: model.trim() || null,
      preset: preset || null,
      provider_order: namesIn(providers),
      weight: weight ?? 0,
      canary: canaryPercent === null ? null : { ...canary, percent: canaryPercent },
    })),
  };
}

function namesIn(text: string): string[] | null {
  const names = text.split(/[\s,]+/).filter((name) => name !== "");
  return names.length > 0 ? names : null;
}

/** Returns a target's share of the requests as text: "90%". */
export function shareOf(weight: number | null, targets: readonly { weight: number | null }[]): string {
  const total = targets.reduce((sum, one) => sum + (one.weight ?? 0), 0);
  const percent = total === 0 ? 0 : ((weight ?? 0) / total) * 100;
  return `${Number(percent.toFixed(1))}%`;
}

/** Returns the share of all requests that goes to a target of an alias, as text. */
export function shareIn({ targets, rollout }: Pick<Alias, "targets" | "rollout">, target: Target): string {
  const percent = rollout?.status === "running" ? (targets.find(({ canary }) => canary)?.canary?.percent ?? 0) : 0;
  if (target.canary) return `${percent}%`;
  const stable = targets.filter(({ canary }) => !canary);
  const total = stable.reduce((sum, { weight }) => sum + weight, 0);
  return `${Number((((100 - percent) * target.weight) / total).toFixed(1))}%`;
}

const FIELDS: Record<string, keyof TargetDraft> = {
  model: "model",
  preset: "preset",
  provider_order: "providers",
  weight: "weight",
  canary: "canaryPercent",
};

/** Returns the field of the form for a path of the body. */
export function fieldOf(path: readonly string[]): string | undefined {
  const [name = "", index, field = ""] = path.map((part) => part.replace("]", ""));
  if (name !== "targets") return name;
  return index === undefined ? "targets.0.weight" : `targets.${index}.${FIELDS[field] ?? "model"}`;
}
