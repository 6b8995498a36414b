CREATE TABLE "cap_override" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"interval" text NOT NULL,
	"limit_nano_usd" bigint NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cap_override_workspace_id_user_id_interval_pk" PRIMARY KEY("workspace_id","user_id","interval")
);
--> statement-breakpoint
CREATE TABLE "member_cap" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid,
	"daily_nano_usd" bigint,
	"monthly_nano_usd" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_budget" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"limit_nano_usd" bigint NOT NULL,
	"interval" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_budget_key" (
	"budget_id" uuid NOT NULL,
	"limit_account" uuid NOT NULL,
	CONSTRAINT "shared_budget_key_budget_id_limit_account_pk" PRIMARY KEY("budget_id","limit_account")
);
--> statement-breakpoint
CREATE TABLE "shared_budget_member" (
	"budget_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "shared_budget_member_budget_id_user_id_pk" PRIMARY KEY("budget_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "cap_override" ADD CONSTRAINT "cap_override_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cap_override" ADD CONSTRAINT "cap_override_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_cap" ADD CONSTRAINT "member_cap_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_cap" ADD CONSTRAINT "member_cap_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_budget" ADD CONSTRAINT "shared_budget_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_budget_key" ADD CONSTRAINT "shared_budget_key_budget_id_shared_budget_id_fk" FOREIGN KEY ("budget_id") REFERENCES "public"."shared_budget"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_budget_member" ADD CONSTRAINT "shared_budget_member_budget_id_shared_budget_id_fk" FOREIGN KEY ("budget_id") REFERENCES "public"."shared_budget"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_budget_member" ADD CONSTRAINT "shared_budget_member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "member_cap_once" ON "member_cap" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "member_cap_default_once" ON "member_cap" USING btree ("workspace_id") WHERE user_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "shared_budget_name" ON "shared_budget" USING btree ("workspace_id","name");