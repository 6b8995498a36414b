CREATE TABLE "batch" (
	"position" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"key_hash" text,
	"creator_user_id" uuid,
	"creator_key_account" uuid,
	"form" text NOT NULL,
	"endpoint" text NOT NULL,
	"completion_window" text NOT NULL,
	"metadata" jsonb,
	"input_file_id" text NOT NULL,
	"output_file_id" text,
	"error_file_id" text,
	"status" text NOT NULL,
	"errors" jsonb,
	"total" integer DEFAULT 0 NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"errored" integer DEFAULT 0 NOT NULL,
	"canceled" integer DEFAULT 0 NOT NULL,
	"expired" integer DEFAULT 0 NOT NULL,
	"cost_nano_usd" bigint DEFAULT 0 NOT NULL,
	"user_agent" text,
	"referer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"in_progress_at" timestamp with time zone,
	"finalizing_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"expired_at" timestamp with time zone,
	"cancelling_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"paused_until" timestamp with time zone DEFAULT now() NOT NULL,
	"pauses" integer DEFAULT 0 NOT NULL,
	"served_at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_by" uuid,
	"held_until" timestamp with time zone,
	CONSTRAINT "batch_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "batch_line" (
	"batch_id" text NOT NULL,
	"line" integer NOT NULL,
	"custom_id" text NOT NULL,
	"start_byte" bigint NOT NULL,
	"size_bytes" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"status_code" integer,
	"request_id" text,
	"result" "bytea",
	"error" text,
	"starts" integer DEFAULT 0 NOT NULL,
	"held_by" uuid,
	"held_until" timestamp with time zone,
	CONSTRAINT "batch_line_batch_id_line_pk" PRIMARY KEY("batch_id","line")
);
--> statement-breakpoint
ALTER TABLE "generation" ADD COLUMN "batch_id" text;--> statement-breakpoint
ALTER TABLE "batch" ADD CONSTRAINT "batch_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_line" ADD CONSTRAINT "batch_line_batch_id_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_workspace" ON "batch" USING btree ("workspace_id","position");--> statement-breakpoint
CREATE INDEX "batch_unfinished" ON "batch" USING btree ("status") WHERE status in ('validating', 'in_progress', 'cancelling', 'finalizing');--> statement-breakpoint
CREATE INDEX "batch_line_open" ON "batch_line" USING btree ("batch_id","line") WHERE status in ('pending', 'running');--> statement-breakpoint
CREATE INDEX "batch_line_running" ON "batch_line" USING btree ("held_by") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "generation_batch" ON "generation" USING btree ("batch_id","created_at") WHERE batch_id is not null;