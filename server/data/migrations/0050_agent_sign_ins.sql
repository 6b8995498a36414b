CREATE TABLE "agent_key" (
	"hash" text PRIMARY KEY NOT NULL,
	"key_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_sign_in" (
	"key_id" bigint PRIMARY KEY NOT NULL,
	"family_hash" text NOT NULL,
	"turn_hash" text NOT NULL,
	"previous_turn_hash" text,
	"refreshed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agent_sign_in_family_hash_unique" UNIQUE("family_hash")
);
--> statement-breakpoint
CREATE TABLE "device_code" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"device_hash" text NOT NULL,
	"user_hash" text NOT NULL,
	"agent" jsonb NOT NULL,
	"address" text NOT NULL,
	"interval_seconds" integer NOT NULL,
	"polled_at" timestamp with time zone,
	"status" text DEFAULT 'pending' NOT NULL,
	"user_id" uuid,
	"workspace_id" uuid,
	"days" integer,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "device_code_device_hash_unique" UNIQUE("device_hash"),
	CONSTRAINT "device_code_user_hash_unique" UNIQUE("user_hash")
);
--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "agent" jsonb;--> statement-breakpoint
ALTER TABLE "agent_key" ADD CONSTRAINT "agent_key_key_id_api_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_sign_in" ADD CONSTRAINT "agent_sign_in_key_id_api_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_code" ADD CONSTRAINT "device_code_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_code" ADD CONSTRAINT "device_code_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_key_owner" ON "agent_key" USING btree ("key_id");