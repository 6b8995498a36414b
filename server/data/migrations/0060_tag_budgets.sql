ALTER TABLE "shared_budget" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "shared_budget" ADD COLUMN "external_users" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "shared_budget" ADD COLUMN "per_external_user" boolean DEFAULT false NOT NULL;