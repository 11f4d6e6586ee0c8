CREATE TABLE "charges" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"customer_id" text NOT NULL,
	"kind" text NOT NULL,
	"subscription_id" text,
	"invoice_id" text,
	"description" text,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"refunded_at" timestamp (3) with time zone,
	"dispute_status" text,
	"dispute_at" timestamp (3) with time zone,
	"stripe_account" text,
	"livemode" boolean,
	"synced_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "revoked_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "charges_account" ON "charges" USING btree ("account_id","paid_at");