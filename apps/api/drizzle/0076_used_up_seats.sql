-- allowed: no version writes seats or links yet
ALTER TABLE "seats" DROP CONSTRAINT "seats_are_invited_or_claimed";
--> statement-breakpoint
-- allowed: no version reads or writes it
ALTER TABLE "seat_links" DROP COLUMN "id";
