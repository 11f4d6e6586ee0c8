import { NOTION_VERSION } from '@academy/api/notion-version'
import type { Standins } from '@academy/standins'
import { Client, LogLevel } from '@notionhq/client'

/** Creates the official client for the workspace of the stand-ins, in the API version that the academy uses. It logs errors only. */
export const createNotionClient = ({ notionToken, notionBaseUrl }: Pick<Standins, 'notionToken' | 'notionBaseUrl'>): Client =>
  new Client({
    auth: notionToken,
    baseUrl: notionBaseUrl,
    notionVersion: NOTION_VERSION,
    logLevel: LogLevel.ERROR,
    retry: { maxRetries: 10 },
  })
