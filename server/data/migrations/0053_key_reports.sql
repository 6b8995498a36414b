CREATE TABLE "key_report" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key_hash" text NOT NULL,
	"place" text NOT NULL,
	"url" text,
	"source" text,
	"reporter" text NOT NULL,
	"leaked_at" timestamp with time zone,
	"reports" integer DEFAULT 1 NOT NULL,
	"first_reported_at" timestamp with time zone NOT NULL,
	"last_reported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_delivery" ALTER COLUMN "alert_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_delivery" ADD COLUMN "recipient" text;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "leak_state" text;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "leaked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "leaked_key_policy" text DEFAULT 'pause' NOT NULL;--> statement-breakpoint
ALTER TABLE "key_report" ADD CONSTRAINT "key_report_key_hash_api_key_hash_fk" FOREIGN KEY ("key_hash") REFERENCES "public"."api_key"("hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "key_report_place" ON "key_report" USING btree ("key_hash","place");