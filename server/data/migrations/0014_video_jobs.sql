CREATE TABLE "video_job" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"key_hash" text,
	"user_id" uuid,
	"generation_id" text NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"model" text NOT NULL,
	"provider" text NOT NULL,
	"upstream_model" text NOT NULL,
	"credential_id" uuid,
	"is_byok" boolean NOT NULL,
	"handle" jsonb,
	"shape" jsonb NOT NULL,
	"charge" jsonb NOT NULL,
	"file_ids" text[] DEFAULT '{}' NOT NULL,
	"cost_nano_usd" bigint,
	"polls" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_poll_at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_by" uuid,
	"held_until" timestamp with time zone,
	"lease_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "video_job_workspace_time" ON "video_job" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "video_job_due" ON "video_job" USING btree ("status","next_poll_at");