ALTER TABLE "generation" ADD COLUMN "reported_cost_nano_usd" bigint;--> statement-breakpoint
ALTER TABLE "generation" ADD COLUMN "other_models" jsonb;