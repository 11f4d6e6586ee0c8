import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { createTables, json } from '../database.ts'
import { NOTION_ROOT_PAGE_ID } from './identity.ts'
import { richText } from './rich-text.ts'
import { check } from './validation.ts'

// Pages and databases are blocks, too. Further tables store their other fields.
const ddl = `
create schema if not exists notion;

create table if not exists notion.blocks (
  id uuid primary key,
  parent_type text not null,            -- workspace, page_id, block_id, database_id, data_source_id
  parent_id uuid,                       -- of a page in a data source: the database
  page_id uuid,                         -- nearest page above; null in a data source or workspace
  position integer not null default 0,
  type text not null,
  content jsonb not null default '{}',
  in_trash boolean not null default false,
  created_time timestamptz not null,
  last_edited_time timestamptz not null
);
create index if not exists blocks_by_parent on notion.blocks (parent_id, position);

create table if not exists notion.databases (
  id uuid primary key references notion.blocks,
  title jsonb not null
);

create table if not exists notion.data_sources (
  id uuid primary key,
  database_id uuid not null references notion.databases,
  title jsonb not null,
  properties jsonb not null,            -- in order: {id, name, type, description, config}
  created_time timestamptz not null,
  last_edited_time timestamptz not null
);

create table if not exists notion.pages (
  id uuid primary key references notion.blocks,
  data_source_id uuid references notion.data_sources,
  properties jsonb not null             -- values by property id; relations have their own table
);
alter table notion.pages add column if not exists is_archived boolean not null default false;
create index if not exists pages_by_data_source on notion.pages (data_source_id);

create table if not exists notion.relations (
  property_id text not null,
  from_page uuid not null references notion.pages,
  to_page uuid not null references notion.pages,
  position bigint generated always as identity,
  primary key (from_page, property_id, to_page)
);

create table if not exists notion.file_uploads (
  id uuid primary key,
  filename text,
  content_type text,
  status text not null,                 -- pending, uploaded
  attached boolean not null default false,
  content bytea,
  created_time timestamptz not null,
  last_edited_time timestamptz not null
);

create table if not exists notion.webhook_subscriptions (
  id uuid primary key,
  url text not null unique,
  verification_token text not null,
  active boolean not null default false, -- after the token was confirmed
  created_time timestamptz not null
);

-- columns and tables of earlier versions
alter table notion.databases drop column if exists description, drop column if exists is_inline, drop column if exists icon, drop column if exists cover;
alter table notion.pages drop column if exists icon, drop column if exists cover, drop column if exists is_locked;
alter table notion.webhook_subscriptions drop column if exists event_types;
drop table if exists notion.webhook_events;

create table if not exists notion.settings (name text primary key, value text not null);
`

const rootTitle = check(richText, [{ text: { content: 'Academy' } }])

/** Creates missing tables and keeps existing ones, so that a workspace survives restarts. */
export async function prepareWorkspace(sql: Sql, now: Date): Promise<{ fileKey: string; isNew: boolean }> {
  await createTables(sql, ddl)
  const { count } = await sql`
    insert into notion.blocks (id, parent_type, type, created_time, last_edited_time)
    values (${NOTION_ROOT_PAGE_ID}, 'workspace', 'child_page', ${now}, ${now}) on conflict do nothing`
  await sql`
    insert into notion.pages (id, properties)
    values (${NOTION_ROOT_PAGE_ID}, ${json(sql, { title: { type: 'title', title: rootTitle } })}) on conflict do nothing`
  await sql`
    insert into notion.settings (name, value)
    values ('file_key', ${randomBytes(32).toString('base64url')}) on conflict do nothing`
  const [row] = await sql<{ value: string }[]>`select value from notion.settings where name = 'file_key'`
  if (row === undefined) throw new Error('the stand-in for Notion has no key for file links')
  return { fileKey: row.value, isNew: count === 1 }
}
