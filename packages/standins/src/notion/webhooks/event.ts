import { BOT, WEBHOOK_VERSION, WORKSPACE_ID, WORKSPACE_NAME } from '../identity.ts'

/** The event types that a webhook subscription can name. */
export const EVENT_TYPES = [
  'page.created',
  'page.content_updated',
  'page.properties_updated',
  'page.deleted',
  'page.undeleted',
  'page.locked',
  'page.unlocked',
  'database.created',
  'database.moved',
  'database.deleted',
  'database.undeleted',
  'data_source.created',
  'data_source.content_updated',
  'data_source.schema_updated',
  'data_source.deleted',
  'data_source.undeleted',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

type Parent = { id: string; type: 'space' | 'page' | 'block' | 'database'; data_source_id?: string }
type Data = {
  parent: Parent
  updated_blocks?: { id: string; type: 'page' | 'database' | 'block' }[]
  /** The ids of changed columns, or the changes of a data source's columns. */
  updated_properties?: (string | { id: string; name: string; action: 'created' | 'updated' | 'deleted' })[]
}

/** An event without the new content, which receivers fetch from the API. */
export type Change = { type: EventType; entity: { id: string; type: 'page' | 'database' | 'data_source' }; data: Data }

type Placed = { id: string; parent_type: string; parent_id: string | null; data_source_id: string | null }

function parentOfNode({ parent_type, parent_id, data_source_id }: Omit<Placed, 'id'>): Parent {
  if (parent_id === null) return { id: WORKSPACE_ID, type: 'space' }
  if (parent_type === 'data_source_id' && data_source_id !== null) return { id: parent_id, type: 'database', data_source_id }
  return { id: parent_id, type: parent_type === 'block_id' ? 'block' : 'page' }
}

type PageEvent = Extract<EventType, `page.${string}`>

export const pageChange = (type: PageEvent, page: Placed, more: Omit<Data, 'parent'> = {}): Change => ({
  type,
  entity: { id: page.id, type: 'page' },
  data: { parent: parentOfNode(page), ...more },
})

export const contentChange = (page: Placed, blockIds: readonly string[]): Change =>
  pageChange('page.content_updated', page, { updated_blocks: blockIds.map((id) => ({ id, type: 'block' })) })

/** Returns the event of a page that entered or left a data source. */
export const rowChange = (page: Placed & { data_source_id: string }): Change => ({
  type: 'data_source.content_updated',
  entity: { id: page.data_source_id, type: 'data_source' },
  data: { parent: { id: page.parent_id ?? '', type: 'database' }, updated_blocks: [{ id: page.id, type: 'page' }] },
})

export const databaseChange = (what: 'created' | 'moved' | 'deleted' | 'undeleted', database: Omit<Placed, 'data_source_id'>): Change => ({
  type: `database.${what}`,
  entity: { id: database.id, type: 'database' },
  data: { parent: parentOfNode({ ...database, data_source_id: null }) },
})

export const dataSourceChange = (
  what: 'created' | 'deleted' | 'undeleted' | 'schema_updated',
  source: { id: string; database_id: string },
  updated_properties?: NonNullable<Data['updated_properties']>,
): Change => ({
  type: `data_source.${what}`,
  entity: { id: source.id, type: 'data_source' },
  data: { parent: { id: source.database_id, type: 'database' }, ...(updated_properties && { updated_properties }) },
})

/** Edits of one kind to one object within a short time become one event. */
export function merge(before: Data, after: Data): Data {
  const unique = <T>(items: readonly T[]) => [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
  return {
    ...after,
    ...(after.updated_blocks && { updated_blocks: unique([...(before.updated_blocks ?? []), ...after.updated_blocks]) }),
    ...(after.updated_properties && { updated_properties: unique([...(before.updated_properties ?? []), ...after.updated_properties]) }),
  }
}

export type EventRow = Pick<Change, 'entity' | 'data'> & {
  id: string
  type: string
  subscription_id: string
  occurred_at: Date
  attempts: number
}

/** Returns the body of a delivery. */
export const payloadOf = (event: EventRow) => ({
  id: event.id,
  timestamp: event.occurred_at.toISOString(),
  workspace_id: WORKSPACE_ID,
  workspace_name: WORKSPACE_NAME,
  subscription_id: event.subscription_id,
  integration_id: BOT.id,
  authors: [{ id: BOT.id, type: 'bot' }],
  attempt_number: event.attempts,
  api_version: WEBHOOK_VERSION,
  entity: event.entity,
  type: event.type,
  data: event.data,
})
