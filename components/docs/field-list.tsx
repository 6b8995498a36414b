import { Badge } from "#components/ui/feedback/badge.tsx";
import type { Field } from "#lib/docs/schema-fields.ts";
import { Description } from "./description.tsx";

type FieldListProps = {
  /** Prefix of the ids by which fields are linked: "body". */
  anchor: string;
  fields: readonly Field[];
};

/** Fields with their accepted values, each with its own link. */
export function FieldList({ anchor, fields }: FieldListProps) {
  return (
    <ul className="flex flex-col">
      {fields.map((field) => (
        <FieldItem key={field.name} anchor={`${anchor}-${field.name}`} field={field} />
      ))}
    </ul>
  );
}

function FieldItem({ anchor, field }: { anchor: string; field: Field }) {
  return (
    <li id={anchor} className="scroll-mt-16 border-t py-2.5 target:bg-accent-soft">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <a
          href={`#${anchor}`}
          className="inline-flex items-center break-all font-medium font-mono text-sm hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          {field.name}
        </a>
        <span className="min-w-0 break-words text-muted text-xs">{field.type}</span>
        {field.required && <Badge>required</Badge>}
        {field.deprecated && <Badge className="border-warn/50 text-warn">deprecated</Badge>}
      </p>
      {field.description && (
        <p className="mt-0.5 max-w-[75ch] text-sm">
          <Description text={field.description} />
        </p>
      )}
      {field.limits.length > 0 && <p className="mt-0.5 break-words text-muted text-xs">{field.limits.join(" · ")}</p>}
      {field.fields.length > 0 && (
        <details className="mt-1.5">
          <summary className="flex min-h-6 w-fit cursor-pointer items-center text-muted text-xs hover:text-ink pointer-coarse:min-h-11">
            {field.fields.length === 1 ? "1 field" : `${field.fields.length} fields`} of {field.name}
          </summary>
          <div className="mt-1 border-l pl-3">
            <FieldList anchor={anchor} fields={field.fields} />
          </div>
        </details>
      )}
    </li>
  );
}
