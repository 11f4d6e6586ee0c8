import type { BlockObjectResponse } from '@notionhq/client'

/** A block of a page with its descendants. */
export type BlockNode = { block: BlockObjectResponse; children: BlockNode[] }

/** A problem of a page that is published all the same, for its author. */
export type Warning = { rule: string; message: string; block_id?: string }
