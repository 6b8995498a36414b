ALTER TABLE "generation" ADD COLUMN "agent" text;--> statement-breakpoint
ALTER TABLE "generation" ADD COLUMN "agent_version" text;--> statement-breakpoint
ALTER TABLE "generation" ADD COLUMN "repository" text;--> statement-breakpoint
ALTER TABLE "generation" ADD COLUMN "tool_calls" integer;