ALTER TABLE "credential" ALTER COLUMN "workspace_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "credential" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
UPDATE "credential" SET "organization_id" = "workspace"."organization_id" FROM "workspace" WHERE "workspace"."id" = "credential"."workspace_id";--> statement-breakpoint
ALTER TABLE "credential" ALTER COLUMN "organization_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "credential" ADD COLUMN "key_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "credential" ADD COLUMN "key_set_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "credential" ADD COLUMN "tested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "credential" ADD COLUMN "first_success_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "credential" ADD COLUMN "last_success_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "credential" ADD COLUMN "last_failure_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "credential" ADD COLUMN "last_failure_status" integer;--> statement-breakpoint
ALTER TABLE "credential" ADD COLUMN "last_failure" text;--> statement-breakpoint
ALTER TABLE "credential" ADD COLUMN "successes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credential" ADD COLUMN "failures" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credential" ADD CONSTRAINT "credential_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credential_organization" ON "credential" USING btree ("organization_id","provider");