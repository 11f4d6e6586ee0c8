CREATE TABLE "gifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"email" text,
	"message" text,
	"deliver_on" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"queued_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "gift_id" uuid;--> statement-breakpoint
CREATE INDEX "gifts_account" ON "gifts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "gifts_email" ON "gifts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "gifts_to_deliver" ON "gifts" USING btree ("deliver_on") WHERE "gifts"."queued_at" is null;--> statement-breakpoint
CREATE INDEX "gifts_to_remind" ON "gifts" USING btree ("deliver_on") WHERE "gifts"."queued_at" is not null and "gifts"."reminded_at" is null;
