import type { Delivery } from '../../webhook-queue.ts'
import { BOT, NOTION_VERSION, WORKSPACE_ID, WORKSPACE_NAME } from '../identity.ts'

type EventType =
  | `page.${'created' | 'content_updated' | 'properties_updated' | 'deleted' | 'undeleted'}`
  | `database.${'created' | 'moved' | 'deleted' | 'undeleted'}`
  | `data_source.${'created' | 'content_updated' | 'schema_updated' | 'deleted' | 'undeleted'}`

/** An event: what happened to which object. Receivers fetch the new content from the API. */
export type Change = { type: EventType; entity: { id: string; type: string } }

/** Returns the event of a page, database or data source, whose kind begins the type. */
export const changeOf = (type: EventType, id: string): Change => ({ type, entity: { id, type: type.slice(0, type.indexOf('.')) } })

/** Returns the body of a delivery. */
export const payloadOf = ({ event_id, endpoint_id, type, event, attempts }: Delivery) => ({
  ...(event as { timestamp: string; entity: Change['entity'] }),
  id: event_id,
  workspace_id: WORKSPACE_ID,
  workspace_name: WORKSPACE_NAME,
  subscription_id: endpoint_id,
  integration_id: BOT.id,
  authors: [{ id: BOT.id, type: 'bot' }],
  attempt_number: attempts.length + 1,
  api_version: NOTION_VERSION,
  type,
})
