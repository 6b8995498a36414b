CREATE TABLE "provider_batch" (
	"id" text PRIMARY KEY NOT NULL,
	"batch_id" text NOT NULL,
	"provider" text NOT NULL,
	"model" text,
	"path" text NOT NULL,
	"access" text NOT NULL,
	"status" text NOT NULL,
	"handle" jsonb,
	"rejected" text[] DEFAULT '{}' NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"finished" integer DEFAULT 0 NOT NULL,
	"error" text,
	"lease_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"cancel_sent_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"next_check_at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_by" uuid,
	"held_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "uses_providers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "batch_line" ADD COLUMN "provider_batch" text;--> statement-breakpoint
ALTER TABLE "batch_line" ADD COLUMN "runs_here" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_batch" ADD CONSTRAINT "provider_batch_batch_id_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_batch_batch" ON "provider_batch" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "provider_batch_due" ON "provider_batch" USING btree ("next_check_at") WHERE status <> 'ended';--> statement-breakpoint
CREATE INDEX "batch_line_waiting" ON "batch_line" USING btree ("batch_id","provider_batch","line") WHERE status = 'waiting';