const KEY = "workspace_id, guardrail_id, span, bucket, rule, action, direction, shadow";

/**
 * The counted findings in ledger rows (`generation`): by hour and day, each rule by action. A row that
 * summarizes several rejected requests says in how many of them a rule matched (`calls`).
 */
const hitsOf = (rows: string) => `
    select workspace_id, guardrail_id, span, date_trunc(span, created_at, 'UTC'), rule, action, direction, shadow,
      max(rule_name), sum(calls), sum(matches)
    from (
      select generation.id, workspace_id, created_at, finding."guardrailId" as guardrail_id, finding.rule,
        finding.action, finding.direction, finding.shadow, max(finding."ruleName") as rule_name,
        max(coalesce(finding.calls, 1)) as calls, sum(finding.count) as matches
      from ${rows}
        cross join lateral jsonb_to_recordset(guarding->'findings') as finding (
          "guardrailId" text, rule text, "ruleName" text, action text, direction text, shadow boolean, count bigint,
          calls bigint)
      where guarding is not null
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ) as found
      cross join (values ('hour'), ('day')) as width (span)
    group by 1, 2, 3, 4, 5, 6, 7, 8`;

const TAKEN_ROWS = `taken
      cross join lateral unnest(generation_ids, created_ats) as queued (id, created_at)
      join generation using (id, created_at)`;

/** Part of the roll-up statement: adds the guardrail findings of the lines `taken` off the queue. */
export const ADD_HITS = `
    insert into guardrail_hit as total (${KEY}, rule_name, calls, matches)
    ${hitsOf(TAKEN_ROWS)}
    on conflict (${KEY}) do update set
      rule_name = excluded.rule_name,
      calls = total.calls + excluded.calls,
      matches = total.matches + excluded.matches
  `;

/** Does the same in the statement that removes rows from the sums again. */
export const SUBTRACT_HITS = `
    update guardrail_hit as total set calls = total.calls - hit.calls, matches = total.matches - hit.matches
    from (${hitsOf(TAKEN_ROWS)}) as hit (${KEY}, rule_name, calls, matches)
    where ${KEY.split(", ")
      .map((column) => `total.${column} = hit.${column}`)
      .join(" and ")}
  `;
