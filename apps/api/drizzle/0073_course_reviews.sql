CREATE TABLE "course_reviews" (
	"account_id" uuid NOT NULL,
	"course_id" text NOT NULL,
	"text" text,
	"with_name" boolean NOT NULL,
	"written_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"approved_at" timestamp (3) with time zone,
	CONSTRAINT "course_reviews_account_id_course_id_pk" PRIMARY KEY("account_id","course_id")
);
--> statement-breakpoint
CREATE INDEX "course_reviews_approved" ON "course_reviews" USING btree ("approved_at") WHERE approved_at is not null;--> statement-breakpoint
CREATE INDEX "course_reviews_written" ON "course_reviews" USING btree ("written_at") WHERE text is not null;
--> statement-breakpoint
CREATE TRIGGER course_reviews_not_erased BEFORE INSERT ON "course_reviews" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
