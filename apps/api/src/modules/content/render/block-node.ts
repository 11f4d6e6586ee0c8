import type { BlockObjectResponse } from '@notionhq/client'

/** A block of a page with its descendants. */
export type BlockNode = { block: BlockObjectResponse; children: BlockNode[] }

/** Returns every block of a tree, from top to bottom. */
export const withDescendants = (nodes: BlockNode[]): BlockNode[] => nodes.flatMap((node) => [node, ...withDescendants(node.children)])

/** A problem of a page that is published nevertheless, for its author. */
export type Warning = { rule: string; message: string; block_id?: string | undefined }
