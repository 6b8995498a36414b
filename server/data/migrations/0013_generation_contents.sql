CREATE TABLE "generation_content" (
	"id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"key_hash" text,
	"user_id" uuid,
	"dialect" text NOT NULL,
	"input" text,
	"output" text,
	"error" text,
	CONSTRAINT "generation_content_id_created_at_pk" PRIMARY KEY("id","created_at")
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE TABLE "generation_content_default" PARTITION OF "generation_content" DEFAULT;
--> statement-breakpoint
CREATE INDEX "generation_content_workspace_time" ON "generation_content" USING btree ("workspace_id","created_at");