CREATE TABLE "stripe_connection" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"merchant_id" text,
	"livemode" boolean NOT NULL,
	"connected_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "stripe_account" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "livemode" boolean;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD COLUMN "stripe_account" text;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD COLUMN "livemode" boolean;--> statement-breakpoint
ALTER TABLE "former_customers" ADD COLUMN "stripe_account" text;--> statement-breakpoint
ALTER TABLE "former_customers" ADD COLUMN "livemode" boolean;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "stripe_account" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "livemode" boolean;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "stripe_account" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "livemode" boolean;