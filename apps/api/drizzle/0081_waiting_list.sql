CREATE TABLE "waiting_list" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product" text NOT NULL,
	"email" text NOT NULL,
	"account_id" uuid,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"queued_at" timestamp (3) with time zone,
	"delete_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_list_place" ON "waiting_list" USING btree ("email","product");--> statement-breakpoint
CREATE INDEX "waiting_list_account" ON "waiting_list" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "waiting_list_ended" ON "waiting_list" USING btree ("delete_at");--> statement-breakpoint
CREATE INDEX "waiting_list_confirmed" ON "waiting_list" USING btree ("product") WHERE "waiting_list"."confirmed_at" is not null and "waiting_list"."queued_at" is null;--> statement-breakpoint
CREATE TRIGGER waiting_list_not_erased BEFORE INSERT ON "waiting_list" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
