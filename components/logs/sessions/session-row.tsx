import { memo } from "react";
import { Money } from "#components/ui/display/money.tsx";
import { TableCell, TableRow } from "#components/ui/display/table.tsx";
import { formatCompact, formatCount } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import type { UsdColumn } from "#lib/usd-column.ts";
import { RowLink } from "../table/row-link.tsx";
import { agentOf, cachedShare, failureWords, repositoryOf, senderOf } from "./session-words.ts";
import type { Session } from "./use-sessions.ts";

type SessionRowProps = {
  session: Session;
  /** The time of the row above. */
  above: string | undefined;
  costs: UsdColumn;
  nameOfPerson: (id: string) => string;
  open: (id: string) => void;
};

/** One session; the link in its first cell opens its timeline. */
export const SessionRow = memo(function SessionRow({ session, above, costs, nameOfPerson, open }: SessionRowProps) {
  const { key, person } = senderOf(session, nameOfPerson);
  const { models, session_id: id, tokens_prompt: prompt, tokens_completion: completion } = session;
  const failures = failureWords(session);
  return (
    <TableRow>
      <TableCell line="first">
        <RowLink row={{ id, created_at: session.last_request_at }} above={above} open={open} parameter="timeline" />
      </TableCell>
      <TextCell text={agentOf(session)} />
      <TextCell text={person && person !== key ? `${person}, ${key}` : key} />
      <TextCell text={repositoryOf(session)} title={session.repository ?? undefined} isSecondary />
      <TextCell text={models.join(", ") || undefined} isSecondary />
      <NumberCell text={formatCount(session.requests)} unit={session.requests === 1 ? "turn" : "turns"} />
      <NumberCell text={formatCount(session.tool_calls)} isSecondary />
      <NumberCell
        text={`${formatCompact(prompt)} / ${formatCompact(completion)}`}
        title={`${formatCount(prompt)} in, ${formatCount(completion)} out`}
        isSecondary
      />
      <NumberCell text={cachedShare(session)} title={`${formatCount(session.tokens_cached)} tokens`} isSecondary />
      <TableCell numeric>
        <Money usd={session.cost} column={costs} />
      </TableCell>
      <NumberCell text={formatDuration(session.duration)} />
      <TableCell numeric line={failures ? "second" : "hidden"}>
        <span title={failures} className={failures && "text-bad"}>
          <span className="max-md:hidden">{formatCount(session.errors + session.rejected)}</span>
          {failures && <span className="md:hidden">{failures}</span>}
        </span>
      </TableCell>
    </TableRow>
  );
});

type TextCellProps = { text: string | undefined; title?: string | undefined; isSecondary?: boolean };

/** Secondary cells have no room below 768 px. */
function TextCell({ text, title = text, isSecondary = false }: TextCellProps) {
  return (
    <TableCell line={isSecondary ? "hidden" : "second"}>
      <span dir="auto" title={title} className="block truncate text-left max-md:max-w-40">
        {text ?? "–"}
      </span>
    </TableCell>
  );
}

type NumberCellProps = { text: string; title?: string; unit?: string; isSecondary?: boolean };

function NumberCell({ text, title, unit, isSecondary = false }: NumberCellProps) {
  return (
    <TableCell numeric line={isSecondary ? "hidden" : "second"}>
      <span title={title}>{text}</span>
      {unit && <span className="md:hidden"> {unit}</span>}
    </TableCell>
  );
}
