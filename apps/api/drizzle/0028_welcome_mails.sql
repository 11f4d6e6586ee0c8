ALTER TABLE "checkouts" ADD COLUMN "welcome_mail" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "welcome_mail_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "welcome_mail_attempts" integer DEFAULT 0 NOT NULL;