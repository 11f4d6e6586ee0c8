import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrationHazards } from '../testing/migration-hazards.ts'
import { bundledMigrations } from './journal.ts'

const folder = join(import.meta.dirname, '../../drizzle')

test.each(bundledMigrations.map(({ tag }) => tag))('migration %s can be applied while the previous version serves', async (tag) => {
  const hazards = migrationHazards(await readFile(join(folder, `${tag}.sql`), 'utf8'))
  expect(hazards, 'apps/api/drizzle/README.md says what to do instead').toEqual([])
})

describe('finds migrations that break or block the running version', () => {
  test.each([
    ['DROP TABLE "prompts"', 'drops a table'],
    ['ALTER TABLE "prompts" DROP COLUMN "code"', 'drops a column'],
    ['ALTER TABLE "prompts" RENAME COLUMN "code" TO "sample"', 'renames'],
    ['ALTER TABLE "prompts" RENAME TO "texts"', 'renames'],
    ['ALTER TABLE "prompts" ALTER COLUMN "title" SET DATA TYPE varchar(10)', 'changes a type'],
    ['ALTER TABLE "prompts" ALTER COLUMN "title" TYPE varchar(10)', 'changes a type'],
    ['ALTER TABLE "prompts" ALTER COLUMN "code" SET NOT NULL', 'forbids null'],
    ['ALTER TABLE "prompts" ALTER COLUMN "created_at" DROP DEFAULT', 'takes a default away'],
    ['ALTER TABLE "prompts" ADD COLUMN "tag" text NOT NULL', 'must be set'],
    ['ALTER TABLE "prompts" ADD COLUMN "n" integer GENERATED ALWAYS AS (length(title)) STORED', 'for each row'],
    ['ALTER TABLE "prompts" ADD COLUMN "key" uuid DEFAULT gen_random_uuid() NOT NULL', 'for each row'],
    ['ALTER TABLE "prompts" ADD CONSTRAINT "c" CHECK (size < 10)', 'NOT VALID'],
    ['ALTER TABLE "prompts" ADD CONSTRAINT "u" UNIQUE ("title")', 'USING INDEX'],
    ['CREATE INDEX "i" ON "prompts" USING btree ("title")', 'CONCURRENTLY'],
    ['CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "public"."prompts" ("title")', 'forbids what'],
    ['CREATE INDEX CONCURRENTLY "i" ON "prompts" ("title")', 'cannot be repeated'],
    ['DROP INDEX "i"', 'drops an index'],
    ['DROP TRIGGER t ON "prompts"', 'drops something'],
    ['UPDATE "prompts" SET title = upper(title)', 'in steps'],
    ['DELETE FROM "prompts"', 'in steps'],
    ['TRUNCATE "prompts"', 'empties'],
    ['LOCK TABLE "prompts"', 'locks'],
  ])('%s', (statement, why) => {
    const hazards = migrationHazards(`${statement};`)
    expect(hazards).toEqual([expect.stringContaining(why)])
    expect(migrationHazards(`-- allowed: no user is served yet, this is a test\n${statement};`)).toEqual([])
    expect(migrationHazards(`-- allowed: yes\n${statement};`), 'a word is no reason').toEqual(hazards)
  })

  test('requires a separate migration for statements outside a transaction', () => {
    const both = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "prompts" ("title");--> statement-breakpoint\nSELECT 1;'
    expect(migrationHazards(both)).toEqual([expect.stringContaining('a migration of its own')])
  })
})

test('accepts additions, and all changes to a table that the same migration creates', () => {
  const fine = `
    CREATE TABLE "new" ("id" uuid PRIMARY KEY NOT NULL, "name" text NOT NULL, UNIQUE("name"));
    --> statement-breakpoint
    CREATE UNIQUE INDEX "new_name" ON "new" USING btree ("name");--> statement-breakpoint
    ALTER TABLE "new" ADD CONSTRAINT "fk" FOREIGN KEY ("id") REFERENCES "public"."prompts"("id");--> statement-breakpoint
    ALTER TABLE "prompts" ADD COLUMN "note" text;--> statement-breakpoint
    ALTER TABLE "prompts" ADD COLUMN "stars" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
    ALTER TABLE "prompts" ADD COLUMN "seen_at" timestamptz DEFAULT now() NOT NULL;--> statement-breakpoint
    ALTER TABLE "prompts" ADD CONSTRAINT "c" CHECK (size < 10) NOT VALID;--> statement-breakpoint
    ALTER TABLE "prompts" VALIDATE CONSTRAINT "c";--> statement-breakpoint
    ALTER TABLE "prompts" ALTER COLUMN "code" DROP NOT NULL;--> statement-breakpoint
    ALTER TABLE "prompts" ALTER COLUMN "code" SET DEFAULT '';`
  expect(migrationHazards(fine)).toEqual([])
  expect(migrationHazards('CREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "prompts" ("title");')).toEqual([])
})
