CREATE TABLE "rate_limit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"key_hash" text,
	"user_id" uuid,
	"model" text,
	"requests_per_minute" bigint,
	"requests_per_day" bigint,
	"input_tokens_per_minute" bigint,
	"input_tokens_per_day" bigint,
	"output_tokens_per_minute" bigint,
	"output_tokens_per_day" bigint,
	"concurrent_requests" bigint,
	"max_wait_seconds" integer DEFAULT 0 NOT NULL,
	"priority" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "rate_limit" ADD CONSTRAINT "rate_limit_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_limit" ADD CONSTRAINT "rate_limit_key_hash_api_key_hash_fk" FOREIGN KEY ("key_hash") REFERENCES "public"."api_key"("hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_limit" ADD CONSTRAINT "rate_limit_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "rate_limit_name" ON "rate_limit" USING btree ("workspace_id","name");--> statement-breakpoint
CREATE INDEX "rate_limit_key" ON "rate_limit" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "rate_limit_user" ON "rate_limit" USING btree ("user_id");