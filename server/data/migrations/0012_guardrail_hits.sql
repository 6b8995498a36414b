CREATE TABLE "guardrail_hit" (
	"workspace_id" uuid NOT NULL,
	"guardrail_id" text NOT NULL,
	"span" text NOT NULL,
	"bucket" timestamp with time zone NOT NULL,
	"rule" text NOT NULL,
	"rule_name" text NOT NULL,
	"action" text NOT NULL,
	"direction" text NOT NULL,
	"shadow" boolean NOT NULL,
	"calls" bigint NOT NULL,
	"matches" bigint NOT NULL,
	CONSTRAINT "guardrail_hit_key" PRIMARY KEY("workspace_id","guardrail_id","span","bucket","rule","action","direction","shadow")
);

--> statement-breakpoint
INSERT INTO "guardrail_hit"
	("workspace_id", "guardrail_id", "span", "bucket", "rule", "action", "direction", "shadow", "rule_name", "calls", "matches")
	SELECT "workspace_id", finding."guardrailId", span, date_trunc(span, "created_at", 'UTC'), finding.rule,
		finding.action, finding.direction, finding.shadow,
		max(finding."ruleName"), count(DISTINCT generation."id"), sum(finding.count)
	FROM "generation"
		CROSS JOIN LATERAL jsonb_to_recordset("guarding"->'findings') AS finding (
			"guardrailId" text, rule text, "ruleName" text, action text, direction text, shadow boolean, count bigint)
		CROSS JOIN (VALUES ('hour'), ('day')) AS width (span)
	WHERE "guarding" IS NOT NULL
		AND "id" NOT IN (SELECT unnest("generation_ids") FROM "rollup_queue")
	GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
