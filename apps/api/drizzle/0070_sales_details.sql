ALTER TABLE "accounts" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "coupon" text;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "recovered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "coupon" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "country" text;