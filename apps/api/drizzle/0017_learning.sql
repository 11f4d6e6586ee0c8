CREATE TABLE "tutorial_progress" (
	"account_id" uuid NOT NULL,
	"tutorial_id" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"done" boolean DEFAULT false NOT NULL,
	"done_changed_at" timestamp (3) with time zone,
	"video_seconds" integer,
	"video_changed_at" timestamp (3) with time zone,
	CONSTRAINT "tutorial_progress_account_id_tutorial_id_pk" PRIMARY KEY("account_id","tutorial_id")
);

--> statement-breakpoint
CREATE TRIGGER tutorial_progress_not_erased BEFORE INSERT ON "tutorial_progress" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
