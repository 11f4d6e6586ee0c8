CREATE TABLE "certificates" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"course_id" text NOT NULL,
	"name" text NOT NULL,
	"course_title" text NOT NULL,
	"minutes" integer NOT NULL,
	"completed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"hidden_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoke_reason" text,
	CONSTRAINT "certificates_account_course" UNIQUE("account_id","course_id")
);

--> statement-breakpoint
CREATE TRIGGER certificates_not_erased BEFORE INSERT ON "certificates" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
