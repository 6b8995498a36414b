import { CodeBlock } from "#components/ui/display/code-block.tsx";
import { withPositions } from "./content-turns.ts";
import type { Generation } from "./generation.ts";

/** What the providers of failed attempts reported. */
export function AttemptErrors({ attempts }: { attempts: Generation["provider_responses"] }) {
  const failed = withPositions(attempts).filter(({ item }) => item.raw_error !== null);
  return failed.map(({ place, item }) => (
    <details key={place} className="text-sm">
      <summary className="py-1 max-md:py-3">
        Error of {item.provider_name}, attempt {place + 1}
      </summary>
      <CodeBlock label={`Error of ${item.provider_name}`} code={item.raw_error ?? ""} />
      <p className="mt-1 text-muted text-xs">
        Codes and the message as the provider sent them. Other texts and numbers may repeat the prompt, so only their
        length is stored.
      </p>
    </details>
  ));
}
