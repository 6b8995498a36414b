CREATE TABLE "webhook_delivery" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"job_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"event" text NOT NULL,
	"url" text NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_by" uuid,
	"held_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_webhook" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"url" text,
	"secret_version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "video_job" ADD COLUMN "origin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "video_job" ADD COLUMN "callback_url" text;--> statement-breakpoint
ALTER TABLE "workspace_webhook" ADD CONSTRAINT "workspace_webhook_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_delivery_job" ON "webhook_delivery" USING btree ("workspace_id","job_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("status","next_attempt_at");