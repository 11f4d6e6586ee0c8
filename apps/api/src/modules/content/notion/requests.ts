import {
  APIErrorCode,
  type BlockObjectResponse,
  isFullBlock,
  isFullPage,
  isNotionClientError,
  type PageObjectResponse,
  type PartialBlockObjectResponse,
} from '@notionhq/client'
import { abortable } from '../../../abortable.ts'
import type { NotionAccess } from '../../../plugins/notion/notion.ts'
import { NotionUnusable } from '../mirror/page-refused.ts'

type Listing<T> = { results: T[]; has_more: boolean; next_cursor: string | null; request_status?: { type: string } }
type RequestList<T> = (cursor: string | undefined) => Promise<Listing<T>>

/** The most responses of one list, because cursors could form a cycle. */
const MAX_RESPONSES = 2_000

/**
 * Yields the responses of a paged endpoint. Checks them, because the client does not: an incomplete response must not look like a workspace
 * with deleted pages.
 * @throws NotionUnusable when the list is not complete.
 */
export async function* iterateList<T>(request: RequestList<T>, signal: AbortSignal): AsyncGenerator<T[]> {
  let cursor: string | undefined
  for (let responses = 0; responses < MAX_RESPONSES; responses += 1) {
    const { results, has_more, next_cursor, request_status } = (await abortable(request(cursor), signal)) ?? {}
    if (!Array.isArray(results) || typeof has_more !== 'boolean') throw new NotionUnusable('Notion’s response is not a list')
    if (request_status?.type === 'incomplete') throw new NotionUnusable('Notion’s response contains only a part of this database')
    yield results
    if (!has_more) return
    if (typeof next_cursor !== 'string' || next_cursor === cursor)
      throw new NotionUnusable('Notion’s list continues, but its response has no new cursor')
    cursor = next_cursor
  }
  throw new NotionUnusable('Notion’s list does not end')
}

/** Returns undefined for an error of the client that says that Notion does not know the object, or may not show it. @throws any other error. */
export function undefinedIfNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error
}

/** Returns whether an object is deleted, or not shared with the integration. */
export const isNotFound = (error: unknown): boolean => isNotionClientError(error) && error.code === APIErrorCode.ObjectNotFound

/** Returns whether Notion failed at this object. It may return others, and the same one later. */
export const isServerError = (error: unknown): boolean => isNotionClientError(error) && error.code === APIErrorCode.InternalServerError

// Requests are abortable, because the client cannot be interrupted while it waits for a retry.

/** Loads a page; undefined if it is in the trash, or not shared with the integration. */
export async function findPage(notion: NotionAccess, page_id: string, signal: AbortSignal): Promise<PageObjectResponse | undefined> {
  const page = await abortable(notion.client.pages.retrieve({ page_id }), signal).catch(undefinedIfNotFound)
  return page && isFullPage(page) && !page.in_trash ? page : undefined
}

/** Loads a block, or the block of a page; undefined if it is in the trash, or not shared with the integration. */
export async function findBlock(notion: NotionAccess, block_id: string, signal: AbortSignal): Promise<BlockObjectResponse | undefined> {
  const block = await abortable(notion.client.blocks.retrieve({ block_id }), signal).catch(undefinedIfNotFound)
  return block && isFullBlock(block) && !block.in_trash ? block : undefined
}

/** Yields the direct children of a block or a page, a hundred at a time. */
export const iterateChildren = (notion: NotionAccess, block_id: string, signal: AbortSignal) =>
  iterateList(
    (start_cursor) => notion.client.blocks.children.list({ block_id, page_size: 100, ...(start_cursor && { start_cursor }) }),
    signal,
  )

/**
 * Lists the direct children of a block or a page.
 * @throws NotionUnusable when the list is not complete.
 */
export async function listChildren(notion: NotionAccess, block_id: string, signal: AbortSignal) {
  const all: (BlockObjectResponse | PartialBlockObjectResponse)[] = []
  for await (const results of iterateChildren(notion, block_id, signal)) all.push(...results)
  return all
}
