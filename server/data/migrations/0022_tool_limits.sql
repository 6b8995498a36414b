ALTER TABLE "guardrail" ADD COLUMN "allowed_tools" text[];--> statement-breakpoint
ALTER TABLE "guardrail" ADD COLUMN "ignored_tools" text[];--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "disabled_server_tools" text[];