CREATE TABLE "destination_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"destination_id" uuid NOT NULL,
	"generation_id" text NOT NULL,
	"generation_at" timestamp with time zone NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"dead_at" timestamp with time zone,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "destination_state" (
	"destination_id" uuid PRIMARY KEY NOT NULL,
	"held_by" uuid,
	"held_until" timestamp with time zone,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"batch_most" integer,
	"last_error" text,
	"last_error_at" timestamp with time zone,
	"last_delivered_at" timestamp with time zone,
	"delivered" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "destination_event" ADD CONSTRAINT "destination_event_destination_id_destination_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destination"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destination_state" ADD CONSTRAINT "destination_state_destination_id_destination_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destination"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "destination_event_waiting" ON "destination_event" USING btree ("destination_id","id") WHERE dead_at is null;--> statement-breakpoint
CREATE INDEX "destination_event_dead" ON "destination_event" USING btree ("destination_id","id") WHERE dead_at is not null;--> statement-breakpoint
INSERT INTO "destination_state" ("destination_id") SELECT "id" FROM "destination";
