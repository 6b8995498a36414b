import { ScrollBox } from "#components/ui/display/scroll-box.tsx";
import { formatCount } from "#lib/format.ts";
import { isRecord } from "#lib/is-record.ts";
import { withPositions } from "./content-turns.ts";
import type { Generation } from "./generation.ts";

type Made = NonNullable<Generation["request"]>;

/** A request's parameters and headers, as the gateway received them and as the provider was sent them. */
export function LogRequest({ call }: { call: Generation }) {
  const { request: made, notes } = call;
  if (!made && notes.length === 0) return null;
  return (
    <section aria-label="Request" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Request</h3>
      {notes.length > 0 && (
        <ul aria-label="Dropped or changed" className="list-disc pl-4 text-sm text-warn">
          {withPositions(notes).map(({ place, item }) => (
            <li key={place} className="break-words">
              {item}
            </li>
          ))}
        </ul>
      )}
      {made && <Parameters made={made} />}
      {made && <Headers made={made} />}
    </section>
  );
}

function Parameters({ made }: { made: Made }) {
  const { parameters, forwarded } = made;
  const sent = forwarded?.parameters ?? {};
  const names = [...new Set([...Object.keys(parameters), ...Object.keys(sent)])];
  if (names.length === 0) return null;
  return (
    <ScrollBox as="section" aria-label="Parameters" className="overflow-x-auto">
      <table className="w-full text-left text-xs tabular-nums [&_td:not(:first-child)]:pl-3 [&_th:not(:first-child)]:pl-3">
        <thead>
          <tr className="border-b text-muted [&_th]:pb-1 [&_th]:font-normal">
            <th scope="col">Parameter</th>
            <th scope="col">Received</th>
            {forwarded && <th scope="col">{forwarded.converted ? "Forwarded, converted" : "Forwarded"}</th>}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name} className="border-b align-top [&_td]:py-1">
              <td className="font-mono">{name}</td>
              <td className="break-all font-mono">{textOf(parameters[name])}</td>
              {forwarded && (
                <td className="break-all font-mono">
                  {textOf(sent[name])}
                  {forwarded.changed.includes(name) && <span className="font-sans text-muted"> by the gateway</span>}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Headers({ made: { headers, forwarded } }: { made: Made }) {
  const names = Object.keys(headers);
  if (names.length === 0) return null;
  return (
    <details className="text-xs">
      <summary className="py-1 max-md:py-3">Headers: {names.length}</summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 font-mono [&_dt]:text-muted">
        {names.map((name) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="min-w-0 break-words">
              {headers[name]}
              {forwarded?.headers.includes(name) && <span className="font-sans text-muted"> forwarded</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-muted">Keys, cookies and other headers are not stored.</p>
    </details>
  );
}

/** Returns a value for display, or its size if the value is not stored. */
function textOf(value: unknown): string {
  if (value === undefined) return "–";
  if (isRecord(value) && typeof value.items === "number") return countOf(value.items, "item");
  if (isRecord(value) && typeof value.characters === "number") return countOf(value.characters, "character");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
