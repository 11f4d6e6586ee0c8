CREATE TABLE "search_documents" (
	"page_id" integer NOT NULL,
	"part" integer NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"cues" jsonb,
	CONSTRAINT "search_documents_page_id_part_pk" PRIMARY KEY("page_id","part")
);
--> statement-breakpoint
CREATE TABLE "search_pages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_pages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"notion_page_id" text NOT NULL,
	"kind" text NOT NULL,
	"digest" text NOT NULL,
	"indexer" integer NOT NULL,
	CONSTRAINT "search_pages_notion_page_id_unique" UNIQUE("notion_page_id")
);
--> statement-breakpoint
CREATE TABLE "search_postings" (
	"word_id" integer NOT NULL,
	"page_id" integer NOT NULL,
	"part" integer NOT NULL,
	"title_only" boolean NOT NULL,
	"weight" real NOT NULL,
	CONSTRAINT "search_postings_word_id_page_id_part_title_only_weight_pk" PRIMARY KEY("word_id","page_id","part","title_only","weight")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_words_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"word" text NOT NULL,
	"stem" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_page" FOREIGN KEY ("page_id") REFERENCES "public"."search_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_postings" ADD CONSTRAINT "search_postings_page" FOREIGN KEY ("page_id") REFERENCES "public"."search_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_postings_titles" ON "search_postings" USING btree ("word_id") WHERE "search_postings"."title_only";--> statement-breakpoint
CREATE INDEX "search_postings_page" ON "search_postings" USING btree ("page_id");--> statement-breakpoint
CREATE UNIQUE INDEX "search_words_word" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_words_stem" ON "search_words" USING btree ("stem");
--> statement-breakpoint
-- Derived data: not in the write-ahead log, and not in backups. What refers goes first.
ALTER TABLE "search_documents" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "search_postings" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "search_words" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "search_pages" SET UNLOGGED;--> statement-breakpoint
-- Supabase keeps extensions in a schema of their own, which the API's role may not use. So the API calls a function that runs as its owner.
-- allowed: the index is of a table that this migration makes, which is empty
DO $$
DECLARE
	home text;
BEGIN
	IF to_regnamespace('extensions') IS NULL THEN
		CREATE EXTENSION IF NOT EXISTS pg_trgm;
	ELSE
		CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions;
	END IF;
	SELECT nspname INTO home FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm';
	EXECUTE format('CREATE INDEX search_words_similar ON public.search_words USING gin (word %I.gin_trgm_ops)', home);
	EXECUTE format($create$
		CREATE FUNCTION public.similar_search_words(text) RETURNS TABLE (word_id integer, similarity real)
		LANGUAGE sql STABLE SECURITY DEFINER ROWS 20 SET search_path = pg_catalog, public, %I
		AS 'SELECT id, similarity(word, $1) FROM public.search_words WHERE word %% $1'
	$create$, home);
END $$;--> statement-breakpoint
-- The words are those of locked content as well.
REVOKE ALL ON FUNCTION similar_search_words(text) FROM PUBLIC;
