ALTER TABLE "api_key" ADD COLUMN "paused_by_admin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "limited_by_admin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "expiry_by_admin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "creator_user_id" uuid;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "creator_key_account" uuid;--> statement-breakpoint
ALTER TABLE "preset" ADD COLUMN "creator_key_account" uuid;