CREATE TABLE "course_starts" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tutorial_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "refund_requested_at" timestamp (3) with time zone;
--> statement-breakpoint
CREATE TRIGGER course_starts_not_erased BEFORE INSERT ON "course_starts" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
