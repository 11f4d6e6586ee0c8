CREATE TABLE "checkouts" (
	"session_id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"customer_id" text NOT NULL,
	"offer" text NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"problem" text,
	"synced_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_customers" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"checkout_completed_at" timestamp (3) with time zone,
	"synced_at" timestamp (3) with time zone,
	CONSTRAINT "billing_customers_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
CREATE TABLE "former_customers" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"synced_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"customer_id" text NOT NULL,
	"offer" text NOT NULL,
	"price_id" text NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"payment_intent_id" text,
	"charge_id" text,
	"refunded_amount" integer DEFAULT 0 NOT NULL,
	"refunded_at" timestamp (3) with time zone,
	"dispute_status" text,
	"dispute_at" timestamp (3) with time zone,
	"subscription_id" text,
	"synced_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"customer_id" text,
	"account_id" uuid,
	"source" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "stripe_reconcile" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"seen_until" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"missed" integer NOT NULL,
	"failed" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"customer_id" text NOT NULL,
	"offer" text NOT NULL,
	"price_id" text NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"current_period_end" timestamp (3) with time zone,
	"paid_until" timestamp (3) with time zone,
	"trial_end" timestamp (3) with time zone,
	"cancel_at" timestamp (3) with time zone,
	"canceled_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"synced_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "checkouts_account" ON "checkouts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "checkouts_unsettled" ON "checkouts" USING btree ("account_id") WHERE "checkouts"."status" in ('open', 'settling');--> statement-breakpoint
CREATE INDEX "checkouts_problems" ON "checkouts" USING btree ("created_at") WHERE "checkouts"."problem" is not null;--> statement-breakpoint
CREATE INDEX "former_customers_account" ON "former_customers" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "purchases_account" ON "purchases" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "stripe_events_unapplied" ON "stripe_events" USING btree ("created") WHERE "stripe_events"."applied_at" is null;--> statement-breakpoint
CREATE INDEX "stripe_events_account" ON "stripe_events" USING btree ("account_id","created");--> statement-breakpoint
CREATE INDEX "subscriptions_account" ON "subscriptions" USING btree ("account_id");