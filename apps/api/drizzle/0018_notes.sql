CREATE TABLE "tutorial_notes" (
	"account_id" uuid NOT NULL,
	"tutorial_id" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tutorial_notes_account_id_tutorial_id_pk" PRIMARY KEY("account_id","tutorial_id")
);

--> statement-breakpoint
CREATE TRIGGER tutorial_notes_not_erased BEFORE INSERT ON "tutorial_notes" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
