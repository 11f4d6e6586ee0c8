import type { BlockObjectRequest, Client } from '@notionhq/client'
import type { Block } from './markdown-blocks.ts'

/** Notion's limits: blocks in a list, blocks in a request, nested levels in a request. */
const MAX_LIST = 100
const MAX_REQUEST = 1000
const MAX_DEPTH = 2
/** Below Notion's limit of 500 kB for a request, with space for the rest of the JSON. */
const MAX_BYTES = 400_000

const countOf = (block: Block): number => 1 + block.children.reduce((sum, child) => sum + countOf(child), 0)
const bytesOf = (block: Block): number => Buffer.byteLength(JSON.stringify(block))

/** Returns whether a block fits into one request with its children. */
function fits(block: Block, depth = 0): boolean {
  if (block.children.length === 0) return true
  return depth < MAX_DEPTH && block.children.length <= MAX_LIST && block.children.every((child) => fits(child, depth + 1))
}

/** Returns the children that the request of a block includes: of a large table the first hundred rows, because Notion refuses tables without rows. */
const childrenInRequest = (block: Block): Block[] => {
  if (fits(block)) return block.children
  return block.type === 'table' ? block.children.slice(0, MAX_LIST) : []
}

const toRequest = (block: Block): BlockObjectRequest => {
  const children = childrenInRequest(block)
  const content = { ...block.content, ...(children.length > 0 && { children: children.map(toRequest) }) }
  return { type: block.type, [block.type]: content } as BlockObjectRequest
}

/** Splits blocks into requests within Notion's limits. */
function* batches(blocks: readonly Block[]): Generator<Block[]> {
  let batch: Block[] = []
  let [count, bytes] = [0, 0]
  for (const block of blocks) {
    const [more, size] = [countOf(block), bytesOf(block)]
    if (batch.length > 0 && (batch.length === MAX_LIST || count + more > MAX_REQUEST || bytes + size > MAX_BYTES)) {
      yield batch
      batch = []
      ;[count, bytes] = [0, 0]
    }
    batch.push(block)
    count += more
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** Returns the blocks if they fit into one request, so that the page appears with all of them at once. */
export function asOneRequest(blocks: readonly Block[]): BlockObjectRequest[] | undefined {
  const [only, ...others] = [...batches(blocks)]
  if (others.length > 0 || !blocks.every((block) => fits(block))) return undefined
  return (only ?? []).map(toRequest)
}

/** Appends any number and depth of blocks below a page or block, in as few requests as possible. */
export async function appendBlocks(notion: Client, parentId: string, blocks: readonly Block[]): Promise<void> {
  for (const batch of batches(blocks)) {
    const { results } = await notion.blocks.children.append({ block_id: parentId, children: batch.map(toRequest) })
    for (const [index, block] of batch.entries()) {
      const remaining = block.children.slice(childrenInRequest(block).length)
      const id = results[index]?.id
      if (remaining.length === 0) continue
      if (id === undefined) throw new Error('Notion returned fewer blocks than the push appended')
      await appendBlocks(notion, id, remaining)
    }
  }
}
