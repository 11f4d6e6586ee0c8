import type { FastifyInstance } from 'fastify'
import { escapeHtml, renderPage } from '../page.ts'
import { blockResponses } from './block-responses.ts'
import { type BlockRow, findBlock, listChildren } from './block-store.ts'
import type { NotionContext } from './context.ts'
import { dataSourcesOf, requireDataSource } from './data-source-store.ts'
import { NOTION_ROOT_PAGE_ID } from './identity.ts'
import { toId } from './ids.ts'
import { pageResponses } from './page-responses.ts'
import { pagesOf, requirePage } from './page-store.ts'
import { plainText } from './rich-text.ts'

/** The maximum number of blocks that the view of a page shows. */
const MAX_BLOCKS = 1000

type Json = Record<string, unknown>
type Line = { html: string; below: Line[] }

const css = `
  ul { max-width: 56rem; list-style: none; padding-left: 20px; }
  li { margin: 6px 0; overflow-wrap: anywhere; white-space: pre-wrap; }
`

const viewPath = (id: string) => `/notion/${id.replaceAll('-', '')}`
const pageLink = (id: string, title: unknown) => `<a href="${viewPath(id)}">${escapeHtml(String(title || 'Untitled'))}</a>`

/** Returns a text as HTML, as a link if it is an http(s) URL: the content of a workspace is untrusted. */
const textHtml = (text: string) =>
  /^https?:\/\//i.test(text) ? `<a href="${escapeHtml(text)}" rel="noreferrer">${escapeHtml(text)}</a>` : escapeHtml(text)

/** Returns the texts and links in the value of a property or block. */
function valueHtml(value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  if (Array.isArray(value)) return escapeHtml(plainText(value)) || value.map(valueHtml).filter(Boolean).join(', ')
  if (typeof value !== 'object') return textHtml(value === true ? 'yes' : String(value))
  const { id, name, url, external, file, rich_text, caption, cells, expression, start, ...others } = value as Json
  const texts = [name, url, external, file, rich_text, caption, cells, expression, start].map(valueHtml).filter(Boolean)
  // a relation names only the id of a page
  return texts.length === 0 && typeof id === 'string' && Object.keys(others).length === 0 ? pageLink(id, id.slice(0, 8)) : texts.join(' ')
}

const propertyLines = (properties: Record<string, Json>): Line[] =>
  Object.entries(properties).map(([name, property]) => ({
    html: `${escapeHtml(name)}: ${valueHtml(property[String(property.type)])}`,
    below: [],
  }))

const listHtml = (lines: readonly Line[]): string =>
  lines.length === 0 ? '' : `<ul>${lines.map(({ html, below }) => `<li>${html}${listHtml(below)}</li>`).join('')}</ul>`

/** Serves read-only pages of the workspace, the targets of each page's `url`. */
export function viewRoutes(app: FastifyInstance, context: NotionContext) {
  const { sql } = context

  const blockLines = async (parentId: string, left = { count: MAX_BLOCKS }): Promise<Line[]> => {
    const { rows } = await listChildren(sql, parentId, { size: Math.max(1, left.count), cursor: undefined })
    left.count -= rows.length
    const responses = await blockResponses(context, sql, rows)
    const lines: Line[] = []
    for (const [index, response] of responses.entries()) {
      const { id, type } = response
      const content = Reflect.get(response, type) as Json
      const isNamed = type === 'child_page' || type === 'child_database'
      const below = rows[index]?.has_children && !isNamed && left.count > 0 ? await blockLines(id, left) : []
      const text = isNamed ? pageLink(id, content.title) : valueHtml(content)
      lines.push({ html: `<small class="quiet">${escapeHtml(type.replaceAll('_', ' '))}</small> ${text}`, below })
    }
    return lines
  }
  const pageLines = async ({ id }: BlockRow): Promise<Line[]> => {
    const row = await requirePage(sql, id)
    const source = row.data_source_id === null ? undefined : await requireDataSource(sql, row.data_source_id)
    const [response] = await pageResponses(context, sql, [row], source?.properties)
    return [...propertyLines((response?.properties ?? {}) as Record<string, Json>), ...(await blockLines(id))]
  }
  const databaseLines = async ({ id }: BlockRow): Promise<Line[]> => {
    const [source] = await dataSourcesOf(sql, id)
    if (source === undefined) return []
    const rows = (await pagesOf(sql, source.id)).toReversed()
    const responses = await pageResponses(context, sql, rows, source.properties)
    return responses.map((response, index) => ({
      html: pageLink(response.id, plainText(rows[index]?.properties.title?.title)),
      below: propertyLines(response.properties as Record<string, Json>),
    }))
  }

  app.get('/', async (_request, reply) => reply.redirect(viewPath(NOTION_ROOT_PAGE_ID)))
  app.get<{ Params: { slug: string } }>('/:slug', async (request, reply) => {
    const id = toId(/([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(request.params.slug)?.[0] ?? '')
    const block = id === undefined ? undefined : await findBlock(sql, id)
    const load = { child_page: pageLines, child_database: databaseLines }[block?.type ?? '']
    // allows only the pages' own style, because the content of a workspace is untrusted
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:").type('text/html; charset=utf-8')
    if (block === undefined || load === undefined)
      return reply
        .code(404)
        .send(renderPage({ title: 'Not here', current: 'notion', css, body: pageLink(NOTION_ROOT_PAGE_ID, 'To the root page') }))
    const title = plainText(block.title) || 'Untitled'
    const up = block.parent_id === null ? '' : `<p>${pageLink(block.parent_id, 'One level up')}</p>`
    return renderPage({ title, current: 'notion', css, body: `${up}<h1>${escapeHtml(title)}</h1>${listHtml(await load(block))}` })
  })
}
