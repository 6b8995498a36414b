import {
  ArrowRight,
  AudioLines,
  Braces,
  FileText,
  Film,
  Image,
  ListOrdered,
  type LucideIcon,
  Mic,
  ShieldCheck,
  Type,
} from "lucide-react";

const ICONS: Record<string, LucideIcon> = {
  text: Type,
  image: Image,
  audio: AudioLines,
  speech: AudioLines,
  transcription: Mic,
  video: Film,
  file: FileText,
  embeddings: Braces,
  rerank: ListOrdered,
  moderation: ShieldCheck,
};

/** Input and output modalities, for filters. */
export const INPUTS = ["text", "image", "file", "audio", "video"] as const;
export const OUTPUTS = [
  "text",
  "image",
  "audio",
  "video",
  "embeddings",
  "rerank",
  "speech",
  "transcription",
  "moderation",
] as const;

/** A model's inputs and outputs, as icons with labels for screen readers and on hover. */
export function Modalities({ inputs, outputs }: { inputs: readonly string[]; outputs: readonly string[] }) {
  const text = `${inputs.join(", ")} to ${outputs.join(", ")}`;
  return (
    <span className="inline-flex items-center gap-1 text-muted" title={text}>
      <span className="sr-only">{text}</span>
      <Icons names={inputs} />
      <ArrowRight className="mx-0.5 size-3 text-faint" aria-hidden />
      <Icons names={outputs} />
    </span>
  );
}

function Icons({ names }: { names: readonly string[] }) {
  return names.toSorted(byOrder).map((name) => {
    const Icon = ICONS[name];
    return Icon ? (
      <Icon key={name} className="size-3.5" aria-hidden />
    ) : (
      <span key={name} aria-hidden className="text-xs">
        {name}
      </span>
    );
  });
}

const ORDER: readonly string[] = [...INPUTS, ...OUTPUTS];

/** Sorts text first, then images and audio, so that rows of icons line up. */
function byOrder(a: string, b: string): number {
  return ORDER.indexOf(a) - ORDER.indexOf(b);
}
