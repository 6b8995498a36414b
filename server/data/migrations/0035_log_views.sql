CREATE TABLE "log_view" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"query" jsonb NOT NULL,
	"columns" text[],
	"creator_user_id" uuid,
	"creator_key_account" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "log_view" ADD CONSTRAINT "log_view_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_view" ADD CONSTRAINT "log_view_creator_user_id_user_id_fk" FOREIGN KEY ("creator_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "log_view_shared_name" ON "log_view" USING btree ("workspace_id",lower("name")) WHERE "log_view"."is_shared";--> statement-breakpoint
CREATE UNIQUE INDEX "log_view_private_name" ON "log_view" USING btree ("workspace_id","creator_user_id","creator_key_account",lower("name")) WHERE not "log_view"."is_shared";