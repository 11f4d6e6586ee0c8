import type { BlockObjectResponse } from '@notionhq/client'

/** A block of a page with everything below it. */
export type BlockNode = { block: BlockObjectResponse; children: BlockNode[] }

/** Something an author should know about a page that is shown nevertheless. */
export type Warning = { rule: string; message: string; block_id?: string }
