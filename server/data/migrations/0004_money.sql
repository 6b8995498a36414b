CREATE TABLE "credit_adjustment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_nano_usd" bigint NOT NULL,
	"reason" text NOT NULL,
	"author_user_id" uuid,
	"author_key_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_budget" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"interval" text NOT NULL,
	"limit_nano_usd" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_budget_rule" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"include_byok" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credit_adjustment" ADD CONSTRAINT "credit_adjustment_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_adjustment" ADD CONSTRAINT "credit_adjustment_author_user_id_user_id_fk" FOREIGN KEY ("author_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_budget" ADD CONSTRAINT "workspace_budget_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_budget_rule" ADD CONSTRAINT "workspace_budget_rule_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_adjustment_organization" ON "credit_adjustment" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_budget_once" ON "workspace_budget" USING btree ("workspace_id","interval");