CREATE TABLE "guardrail_version" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"guardrail_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"changed" text[] NOT NULL,
	"record" jsonb NOT NULL,
	"author_user_id" uuid,
	"author_key_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "guardrail" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "guardrail" ADD COLUMN "shadow" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guardrail" ADD COLUMN "restore_placeholders" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guardrail_version" ADD CONSTRAINT "guardrail_version_guardrail_id_guardrail_id_fk" FOREIGN KEY ("guardrail_id") REFERENCES "public"."guardrail"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardrail_version" ADD CONSTRAINT "guardrail_version_author_user_id_user_id_fk" FOREIGN KEY ("author_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "guardrail_version_once" ON "guardrail_version" USING btree ("guardrail_id","version");