ALTER TABLE "tutorial_progress" ADD COLUMN "step" integer;--> statement-breakpoint
ALTER TABLE "tutorial_progress" ADD COLUMN "step_headings" jsonb;--> statement-breakpoint
ALTER TABLE "tutorial_progress" ADD COLUMN "step_program" text;--> statement-breakpoint
ALTER TABLE "tutorial_progress" ADD COLUMN "step_changed_at" timestamp (3) with time zone;