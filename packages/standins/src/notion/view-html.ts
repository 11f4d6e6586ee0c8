import { escapeHtml, renderPage, tableHtml } from '../page.ts'
import { plainText } from './rich-text.ts'

type Json = Record<string, unknown>
export type ShownBlock = Json & { type: string; id: string; below: ShownBlock[] }
type Property = Json & { type: string }

const css = `
  table, .outline { max-width: 56rem; }
  .outline, .outline ul { list-style: none; margin: 0; padding-left: 20px; border-left: 1px solid var(--line); }
  .outline { padding-left: 0; border: 0; }
  .outline li { margin: 6px 0; overflow-wrap: anywhere; }
  .outline pre { white-space: pre-wrap; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 12px; margin: 4px 0; }
  .outline img, .outline video { display: block; max-width: 100%; background: #fff; }
  .kind { font-size: .75rem; color: var(--quiet); margin-right: 8px; }
  .scroll table { max-width: none; }
  .scroll td { min-width: 4rem; max-width: 24rem; }
  .scroll td:first-child, .scroll .long { min-width: 14rem; }
  .scroll .long div { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; }
`

export const viewPath = (id: string) => `/notion/${id.replaceAll('-', '')}`
const pageLink = (id: string, title: string) => `<a href="${viewPath(id)}">${escapeHtml(title || 'Untitled')}</a>`

/** Renders a link to an http(s) URL only, because the content of a workspace is untrusted. */
const webLink = (url: string, name = url) =>
  /^https?:\/\//i.test(url) ? `<a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(name)}</a>` : escapeHtml(`${name} ${url}`)

type FileLink = { external?: { url: string }; file?: { url: string } }
const fileUrl = ({ external, file }: FileLink) => external?.url ?? file?.url ?? ''

function propertyText(property: Property): string {
  const value = property[property.type]
  if (value === null || value === undefined) return ''
  if (property.type === 'title' || property.type === 'rich_text') return escapeHtml(plainText(value))
  if (property.type === 'checkbox') return value ? 'yes' : 'no'
  if (property.type === 'relation') return (value as { id: string }[]).map(({ id }) => pageLink(id, id.slice(0, 8))).join(', ')
  if (property.type === 'files')
    return (value as (FileLink & { name: string })[]).map((file) => webLink(fileUrl(file), file.name)).join(', ')
  if (property.type === 'url') return webLink(String(value))
  if (Array.isArray(value)) return escapeHtml(value.map((item: { name?: string }) => item.name ?? '').join(', '))
  if (typeof value === 'object') return escapeHtml(String(Reflect.get(value, 'name') ?? Reflect.get(value, 'start') ?? ''))
  return escapeHtml(String(value))
}

function blockText(block: ShownBlock): string {
  const { type, id } = block
  const { rich_text, title, url, cells, caption, expression, ...file } = (block[type] ?? {}) as Json
  if (type === 'child_page' || type === 'child_database') return pageLink(id, String(title ?? ''))
  if (type === 'code') return `<pre>${escapeHtml(plainText(rich_text))}</pre>${escapeHtml(plainText(caption))}`
  if (type === 'image') return `<img src="${escapeHtml(fileUrl(file))}" alt="${escapeHtml(plainText(caption))}">`
  if (type === 'video' && file.file !== undefined)
    return `<video controls preload="metadata" src="${escapeHtml(fileUrl(file))}"></video> ${escapeHtml(plainText(caption))}`
  if (Array.isArray(cells)) return escapeHtml(cells.map(plainText).join(' | '))
  const link = typeof url === 'string' ? url : fileUrl(file)
  const text = escapeHtml(plainText(rich_text) || plainText(caption) || String(expression ?? ''))
  return [text, link === '' ? '' : webLink(link)].filter(Boolean).join(' ')
}

const outline = (blocks: readonly ShownBlock[]): string =>
  blocks
    .map(
      (block) =>
        `<li><span class="kind">${escapeHtml(block.type.replaceAll('_', ' '))}</span>${blockText(block)}${block.below.length === 0 ? '' : `<ul>${outline(block.below)}</ul>`}</li>`,
    )
    .join('')

const page = (title: string, up: string, body: string) =>
  renderPage({ title, current: 'notion', css, body: `${up}<h1>${escapeHtml(title || 'Untitled')}</h1>${body}` })

const upLink = (parentId: string | null) => (parentId === null ? '' : `<p><a href="${viewPath(parentId)}">One level up</a></p>`)

/** Renders a page: its properties, then its blocks. */
export function pageView(
  title: string,
  parentId: string | null,
  properties: Record<string, Property>,
  blocks: readonly ShownBlock[],
): string {
  const rows = Object.entries(properties).map(
    ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${propertyText(value)}</td></tr>`,
  )
  const table = rows.length < 2 ? '' : `<table><tbody>${rows.join('')}</tbody></table>`
  const content =
    blocks.length === 0 ? '<p class="quiet">Nothing is written on this page.</p>' : `<ul class="outline">${outline(blocks)}</ul>`
  return page(title, upLink(parentId), `${table}<h2>Content</h2>${content}`)
}

/** Texts with more characters get a wide column, and at most four lines. */
const LONG_TEXT = 40

/** Renders a database with a row for each page. */
export function databaseView(
  title: string,
  parentId: string | null,
  columns: readonly string[],
  pages: readonly { id: string; properties: Record<string, Property> }[],
): string {
  const cell = (row: { id: string }, property: Property | undefined) => {
    if (property === undefined) return '<td></td>'
    if (property.type === 'title') return `<td>${pageLink(row.id, plainText(property.title))}</td>`
    const isLong = property.type === 'rich_text' && plainText(property.rich_text).length > LONG_TEXT
    const text = propertyText(property)
    return isLong ? `<td class="long"><div>${text}</div></td>` : `<td>${text}</td>`
  }
  const rows = pages.map((row) => `<tr>${columns.map((name) => cell(row, row.properties[name])).join('')}</tr>`)
  const table = tableHtml('Pages', columns.map(escapeHtml), rows)
  return page(title, upLink(parentId), pages.length === 0 ? '<p class="quiet">No pages yet.</p>' : table)
}

export const missingView = () =>
  page('Not here', '', '<p>No page or database with this address. <a href="/notion/">To the root page</a></p>')
