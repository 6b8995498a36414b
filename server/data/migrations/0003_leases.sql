CREATE TABLE "lease" (
	"process_id" uuid NOT NULL,
	"account" text NOT NULL,
	"period_start" text NOT NULL,
	"amount_nano_usd" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lease_process_id_account_period_start_pk" PRIMARY KEY("process_id","account","period_start")
);
--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "limit_account" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
CREATE INDEX "lease_account" ON "lease" USING btree ("account","period_start");