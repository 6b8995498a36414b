import { formatCount } from "#lib/format.ts";
import { type Content, withPositions } from "./content-turns.ts";
import { LogText } from "./log-text.tsx";

/** The caller's response: reasoning, text, tool calls, and the error. */
export function LogResponse({ content }: { content: Content }) {
  const { output, error } = content;
  const isSilent = output.completion === null && output.reasoning === null && output.tool_calls.length === 0;
  return (
    <section aria-label="Output" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Output</h3>
      {output.reasoning !== null && (
        <details className="rounded-md border px-3 py-2">
          <summary className="text-muted text-xs">Reasoning, {formatCount(output.reasoning.length)} characters</summary>
          <div className="mt-1">
            <LogText text={output.reasoning} />
          </div>
        </details>
      )}
      {(output.completion !== null || output.tool_calls.length > 0) && (
        <div className="rounded-md border px-3 py-2">
          <p className="mb-1 text-muted text-xs">Assistant</p>
          {output.completion !== null && <LogText text={output.completion} />}
          {withPositions(output.tool_calls).map(({ place, item }) => (
            <LogText key={place} label={`Calls ${item.name}`} text={item.arguments} isCode />
          ))}
        </div>
      )}
      {isSilent && <p className="text-muted text-sm">No output.</p>}
      {content.output_cut && <p className="text-warn text-xs">Too long to store in full, so the end is missing.</p>}
      {error && <Failure error={error} />}
    </section>
  );
}

function Failure({ error }: { error: NonNullable<Content["error"]> }) {
  return (
    <div className="flex flex-col gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
      <p className="[overflow-wrap:anywhere]">
        {[error.status, error.provider_name, error.message].filter(Boolean).join(" · ")}
      </p>
      {error.raw && (
        <details className="text-xs">
          <summary>Provider response</summary>
          <p className="mt-1 whitespace-pre-wrap font-mono [overflow-wrap:anywhere]">{error.raw}</p>
        </details>
      )}
      {error.previous_errors.length > 0 && (
        <ul className="list-disc pl-4 text-xs">
          {withPositions(error.previous_errors).map(({ place, item }) => (
            <li key={place}>
              Earlier: {item.provider_name}, {item.code}, {item.message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
