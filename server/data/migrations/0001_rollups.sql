CREATE TABLE "rollup" (
	"grain" text NOT NULL,
	"span" text NOT NULL,
	"workspace_id" uuid NOT NULL,
	"bucket" timestamp with time zone NOT NULL,
	"series_id" uuid NOT NULL,
	"requests" bigint NOT NULL,
	"cost_nano_usd" bigint NOT NULL,
	"byok_nano_usd" bigint NOT NULL,
	"tokens_prompt" bigint NOT NULL,
	"tokens_completion" bigint NOT NULL,
	"tokens_cached" bigint NOT NULL,
	"tokens_cache_write" bigint NOT NULL,
	"tokens_reasoning" bigint NOT NULL,
	"tokens_audio" bigint NOT NULL,
	"tokens_image" bigint NOT NULL,
	"images" bigint NOT NULL,
	"characters" bigint NOT NULL,
	"searches" bigint NOT NULL,
	"seconds" double precision NOT NULL,
	"total_ms" bigint NOT NULL,
	"first_token_ms" bigint NOT NULL,
	"first_tokens" bigint NOT NULL,
	"writing_ms" bigint NOT NULL,
	"written_tokens" bigint NOT NULL,
	"total_histogram" bigint[] NOT NULL,
	"first_token_histogram" bigint[] NOT NULL,
	CONSTRAINT "rollup_grain_span_workspace_id_bucket_series_id_pk" PRIMARY KEY("grain","span","workspace_id","bucket","series_id")
);
--> statement-breakpoint
CREATE TABLE "rollup_queue" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"generation_ids" text[] NOT NULL,
	"created_ats" timestamp with time zone[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rollup_series" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"key_hash" text,
	"user_id" text,
	"model" text,
	"model_endpoint" text,
	"provider" text,
	"operation" text,
	"status" integer,
	"status_class" text,
	"is_byok" boolean,
	"finish" text,
	"streamed" boolean
);

--> statement-breakpoint
ALTER TABLE "rollup" SET (fillfactor = 80);
--> statement-breakpoint
INSERT INTO "rollup_queue" ("generation_ids", "created_ats")
	SELECT array_agg("id"), array_agg("created_at") FROM "generation" GROUP BY date_trunc('hour', "created_at");

--> statement-breakpoint
CREATE AGGREGATE array_concat_agg(anycompatiblearray) (SFUNC = array_cat, STYPE = anycompatiblearray, INITCOND = '{}');
