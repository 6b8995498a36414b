ALTER TABLE "generation" ADD COLUMN "routing" jsonb;--> statement-breakpoint
ALTER TABLE "generation" ADD COLUMN "rejection" text;--> statement-breakpoint
ALTER TABLE "generation" ADD COLUMN "rejected_field" text;--> statement-breakpoint
ALTER TABLE "generation" ADD COLUMN "rejected_requests" integer;--> statement-breakpoint
ALTER TABLE "rollup" ADD COLUMN "rejected" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rollup_series" ADD COLUMN "rejection" text;