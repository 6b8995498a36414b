CREATE TABLE "cached_content" (
	"position" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"workspace_id" uuid,
	"creator_user_id" uuid,
	"creator_key_account" uuid,
	"model" text NOT NULL,
	"display_name" text,
	"token_count" integer NOT NULL,
	"size_bytes" bigint NOT NULL,
	"stored" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cached_content_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "cached_content" ADD CONSTRAINT "cached_content_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cached_content_workspace" ON "cached_content" USING btree ("workspace_id","position");--> statement-breakpoint
CREATE INDEX "cached_content_expiry" ON "cached_content" USING btree ("expires_at");