CREATE TABLE "applied_config" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"document" jsonb NOT NULL,
	"plan_hash" text NOT NULL,
	"applied_at" timestamp with time zone NOT NULL,
	"applied_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "applied_config" ADD CONSTRAINT "applied_config_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;