import type { CodeBlockObjectResponse, RichTextItemResponse } from '@notionhq/client'
import type { BlockNode } from './block-node.ts'
import { escapeHtml } from './escape.ts'
import { type HeadingTags, headingOf, headingTags } from './headings.ts'
import { type Group, groupLists, itemText, renderList } from './lists.ts'
import { linkLine, renderEmbed, renderFile, renderImage, renderVideo, warnOfLinkedEmbed } from './media.ts'
import type { RenderContext } from './render-context.ts'
import { classAttribute, colorClass, directionOf, plainText, renderEquation, renderRichText, richTextIn } from './rich-text.ts'
import { renderTable } from './table.ts'

class Renderer {
  private readonly ctx: RenderContext
  private readonly tags: HeadingTags

  constructor(ctx: RenderContext, tags: HeadingTags) {
    this.ctx = ctx
    this.tags = tags
  }

  all(nodes: BlockNode[]): string {
    return groupLists(nodes)
      .map((group) => this.group(group))
      .join('')
  }

  group(group: Group): string {
    if (group.kind === 'block') return this.one(group.node)
    return renderList(
      group,
      (item) => this.text(itemText(item)),
      ({ children }) => this.all(children),
    )
  }

  private text(items: RichTextItemResponse[]): string {
    return renderRichText(items, this.ctx)
  }

  private toggle(summary: string, children: BlockNode[], color: string, direction = ''): string {
    return `<details${classAttribute(colorClass(color))}><summary${direction}>${summary}</summary>${this.all(children)}</details>`
  }

  private heading(node: BlockNode): string {
    const heading = headingOf(node)
    if (!heading) return ''
    const { level, rich_text, color, is_toggleable } = heading
    const { children } = node
    const tag = this.tags(level)
    const text = this.text(rich_text)
    if (!text && !children.length) return ''
    const direction = directionOf(rich_text)
    if (is_toggleable) return this.toggle(`<${tag}${direction}>${text}</${tag}>`, children, color)
    return `<${tag}${classAttribute(colorClass(color))}${direction}>${text}</${tag}>${this.all(children)}`
  }

  private code(id: string, { rich_text, language, caption }: CodeBlockObjectResponse['code']): string {
    // Its text content is exactly the author's text, because users copy it.
    const inner = this.ctx.codeOf(id) ?? escapeHtml(plainText(rich_text))
    const pre = `<pre class="code" data-language="${escapeHtml(language)}" tabindex="0"><code>${inner}</code></pre>`
    const legend = this.text(caption)
    return legend ? `<figure>${pre}<figcaption${directionOf(caption)}>${legend}</figcaption></figure>` : pre
  }

  private one(node: BlockNode): string {
    const { block, children } = node
    const { ctx } = this
    switch (block.type) {
      case 'paragraph': {
        const { rich_text, color } = block.paragraph
        const text = this.text(rich_text)
        const line = text ? `<p${classAttribute(colorClass(color))}${directionOf(rich_text)}>${text}</p>` : ''
        return children.length ? `${line}<div class="indent">${this.all(children)}</div>` : line
      }
      case 'heading_1':
      case 'heading_2':
      case 'heading_3':
      case 'heading_4':
        return this.heading(node)
      case 'bulleted_list_item':
      case 'numbered_list_item':
      case 'to_do':
        return this.all([node])
      case 'toggle':
        return this.toggle(this.text(block.toggle.rich_text), children, block.toggle.color, directionOf(block.toggle.rich_text))
      case 'quote': {
        const { rich_text, color } = block.quote
        const text = this.text(rich_text)
        return `<blockquote${classAttribute(colorClass(color))}${directionOf(rich_text)}>${text ? `<p>${text}</p>` : ''}${this.all(children)}</blockquote>`
      }
      case 'callout': {
        // Without its icon: an emoji looks different on every system, and like an empty box on some.
        const { rich_text, color } = block.callout
        const text = this.text(rich_text)
        const body = `${text ? `<p${directionOf(rich_text)}>${text}</p>` : ''}${this.all(children)}`
        return `<div${classAttribute('callout', colorClass(color))} role="note"><div>${body}</div></div>`
      }
      case 'code':
        return this.code(block.id, block.code)
      case 'equation':
        return `<div class="equation" role="group" aria-label="Equation" tabindex="0">${renderEquation(block.equation.expression, true, ctx)}</div>`
      case 'divider':
        return '<hr>'
      case 'table':
        return renderTable(block, children, ctx)
      case 'image':
        return renderImage(block.id, block.image, ctx)
      case 'video':
        return renderVideo(block.id, block.video, ctx)
      case 'audio':
        return renderFile(block, block.audio, 'Listen', ctx)
      case 'pdf':
        return renderFile(block, block.pdf, 'PDF', ctx)
      case 'file':
        return renderFile(block, block.file, block.file.name, ctx)
      case 'embed':
        warnOfLinkedEmbed(block.id, block.embed.url, ctx)
        return renderEmbed(block.embed.url, block.embed.caption, ctx)
      case 'bookmark':
        return renderEmbed(block.bookmark.url, block.bookmark.caption, ctx)
      case 'link_preview':
        return linkLine(block.link_preview.url, [], ctx)
      case 'column_list':
        return `<div class="columns">${this.all(children)}</div>`
      case 'column':
        return `<div class="column">${this.all(children)}</div>`
      case 'synced_block':
        if (block.synced_block.synced_from && children.length === 0)
          ctx.warn(
            'synced_block_empty',
            'A synced block shows nothing: its original is empty, was deleted, or lies on a page that the integration may not read. Share that page with the integration, or write the text here.',
            block.id,
          )
        return this.all(children)
      case 'tab':
        return this.all(children)
      case 'child_page':
        ctx.warn(
          'child_page',
          `The page “${block.child_page.title.slice(0, 80)}” below this one is not shown. Move its text here, or make it a page of its own in the database.`,
          block.id,
        )
        return ''
      case 'child_database':
        ctx.warn(
          'inline_database',
          `The database “${block.child_database.title.slice(0, 80)}” on this page is not shown. Write what learners should see as a simple table.`,
          block.id,
        )
        return ''
      case 'link_to_page':
        ctx.warn(
          'private_link',
          'A link to a page in Notion is left out: learners cannot open it. Link to the page of the academy instead.',
          block.id,
        )
        return ''
      case 'table_row': // Rendered by its table; alone it is nothing.
      case 'breadcrumb': // Notion's own navigation.
      case 'table_of_contents':
        return ''
      case 'template':
      case 'transcription':
      case 'meeting_notes':
      case 'unsupported':
        return this.unknown(block, block.type, children)
      default:
        return this.unknown(block satisfies never, Reflect.get(block, 'type'), children)
    }
  }

  /** Blocks that Notion's API does not return, or of a newer type. Their text is shown. */
  private unknown(block: object, type: unknown, children: BlockNode[]): string {
    const name = typeof type === 'string' ? type : 'unknown'
    const id: unknown = Reflect.get(block, 'id')
    const text = this.text(richTextIn(block, name))
    this.ctx.warn(
      'unsupported_block',
      `A block of type ${name} cannot be shown${text ? '; only its text is' : ' and is left out'}.`,
      typeof id === 'string' ? id : undefined,
    )
    return `${text ? `<p>${text}</p>` : ''}${this.all(children)}`
  }
}

/**
 * Renders blocks as HTML. Every text and attribute passes `escapeHtml`, and every URL is checked. The result still passes the sanitizer
 * (`sanitize.ts`), which does not trust it.
 */
export function renderBlocks(nodes: BlockNode[], ctx: RenderContext): string {
  return new Renderer(ctx, headingTags(nodes)).all(nodes)
}

/** Renders blocks one by one, with their types. The items of a list stay together. */
export function renderEach(nodes: BlockNode[], ctx: RenderContext): { type: string; html: string }[] {
  const renderer = new Renderer(ctx, headingTags(nodes))
  return groupLists(nodes).map((group) => ({
    type: group.kind === 'list' ? group.type : group.node.block.type,
    html: renderer.group(group),
  }))
}
