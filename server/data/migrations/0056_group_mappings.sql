ALTER TABLE "group_mapping" DROP CONSTRAINT "group_mapping_workspace_id_workspace_id_fk";
--> statement-breakpoint
ALTER TABLE "single_sign_on" ADD COLUMN "requests_groups" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "group_mapping" ADD CONSTRAINT "group_mapping_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE set null ON UPDATE no action;