ALTER TABLE "cancellations" ADD COLUMN "studios" jsonb;--> statement-breakpoint
ALTER TABLE "cancellations" ADD COLUMN "error" text;