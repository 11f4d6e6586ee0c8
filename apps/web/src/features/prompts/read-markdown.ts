import type { PromptOrigin } from '@academy/contract'
import { removeControls } from '@academy/contract/control-characters'
import { PROMPT_FIELDS, PROMPT_LIMITS } from '@academy/contract/prompt-fields'
import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import type { MarkdownPrompt } from './prompt-markdown.ts'
import { emptyTexts, findMissingFields, findTooLongFields, type PromptTexts } from './prompt-texts.ts'

/** Why a file is refused. `line` counts from 1. */
type ImportProblem = { line: number; reason: string }

const FENCE = /^(`{3,})(prompt|code)\s*$/

class Refused extends Error {
  readonly line: number
  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

/** Reads the prompts of a Markdown file, or says why it cannot. Text after the front matter that is in no code block is the prompt. */
export function promptsFromMarkdown(file: string): { prompts: MarkdownPrompt[] } | { problem: ImportProblem } {
  const text = file.replace(/^\uFEFF/, '')
  // A file that another program saved with Windows line ends. Those inside of texts stay.
  const lines = (text.startsWith('---\r\n') ? text.replaceAll('\r\n', '\n') : text).split('\n')
  try {
    return { prompts: new Reader(lines).prompts() }
  } catch (error) {
    if (error instanceof Refused) return { problem: { line: error.line, reason: error.message } }
    throw error
  }
}

class Reader {
  private at = 0
  private readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    this.lines = lines
  }

  prompts(): MarkdownPrompt[] {
    const prompts: MarkdownPrompt[] = []
    for (this.skipBlank(); this.at < this.lines.length; this.skipBlank()) prompts.push(this.prompt())
    if (prompts.length === 0) throw new Refused(1, 'The file has no prompt.')
    return prompts
  }

  private get line(): string | undefined {
    return this.lines[this.at]
  }

  private skipBlank() {
    while (this.line !== undefined && !this.line.trim()) this.at++
  }

  private prompt(): MarkdownPrompt {
    const start = this.at + 1
    if (this.line?.trimEnd() !== '---') throw new Refused(start, 'Here a prompt should begin with a line “---”.')
    const frontMatter = this.frontMatter()
    this.skipBlank()
    const content = this.block('prompt') ?? this.rest()
    this.skipBlank()
    const prompt = { ...frontMatter, content: content.trim(), code: this.block('code') ?? null }
    check(prompt, start)
    return prompt
  }

  private frontMatter() {
    const found = { title: '', description: '', tags: [] as string[], favourite: false, origin: null as PromptOrigin | null }
    const start = this.at + 1
    const end = this.lines.findIndex((line, index) => index >= start && line.trimEnd() === '---')
    if (end < 0) throw new Refused(start, 'The front matter has no second line “---”.')
    const lineCounter = new LineCounter()
    const yaml = parseDocument(this.lines.slice(start, end).join('\n'), { schema: 'failsafe', lineCounter, prettyErrors: false })
    const lineAt = (offset = 0) => start + Math.max(1, lineCounter.linePos(offset).line)
    const [error] = yaml.errors
    if (error) throw new Refused(lineAt(error.pos[0]), `This is not YAML: ${error.message}. A text with special characters needs quotes.`)
    if (yaml.contents !== null && !isMap(yaml.contents)) throw new Refused(start + 1, 'Here “title: …” should stand.')
    for (const { key, value } of yaml.contents?.items ?? []) {
      const number = lineAt(isScalar(key) ? key.range?.[0] : undefined)
      const given = isNode(value) ? value.toJS(yaml) : value
      if (isScalar(key) && (key.value === 'title' || key.value === 'description')) found[key.value] = toText(given, number)
      else if (isScalar(key) && key.value === 'tags') found.tags = toTags(given, number)
      else if (isScalar(key) && key.value === 'favourite') found.favourite = toBoolean(given, number)
      else if (isScalar(key) && key.value === 'origin') found.origin = toOrigin(given, number)
      else throw new Refused(number, `“${String(key)}” is none of title, description, tags, favourite and origin.`)
    }
    this.at = end + 1
    return found
  }

  /** Returns the text of a code block of this kind, if one begins here. */
  private block(kind: 'prompt' | 'code'): string | undefined {
    const [, fence, found] = FENCE.exec(this.line ?? '') ?? []
    if (fence === undefined || found !== kind) return undefined
    const start = this.at + 1
    const end = this.lines.findIndex((line, index) => index >= start && line.trimEnd() === fence)
    if (end < 0) throw new Refused(start, 'This code block does not end.')
    this.at = end + 1
    return this.lines.slice(start, end).join('\n')
  }

  private rest(): string {
    const text = this.lines.slice(this.at).join('\n')
    this.at = this.lines.length
    return text
  }
}

function toText(value: unknown, line: number): string {
  const text = value ?? ''
  if (typeof text !== 'string') throw new Refused(line, 'Here a text should stand.')
  return text.trim()
}

function toTags(value: unknown, line: number): string[] {
  if (!Array.isArray(value)) throw new Refused(line, 'Tags stand between brackets: ["SQL", "Review"].')
  return [...new Set(value.map((tag) => toText(tag, line)))].filter((tag) => tag !== '')
}

function toBoolean(value: unknown, line: number): boolean {
  if (value !== 'true' && value !== 'false') throw new Refused(line, 'favourite is true or false.')
  return value === 'true'
}

/** Reads an origin as Export writes it. Only Export writes it: files that were written by hand have none. */
function toOrigin(value: unknown, line: number): PromptOrigin {
  const { kind, id, prompt, name, hash } = (value ?? {}) as Record<string, unknown>
  const texts = [id, prompt, name].every((text) => typeof text === 'string' && text.length <= 200 && !/\p{Cc}/u.test(text))
  const isOrigin = (kind === 'library' || kind === 'tutorial') && texts && /^[\w-]{1,100}$/.test(`${id}`) && /^[\da-f]{64}$/.test(`${hash}`)
  if (!isOrigin) throw new Refused(line, 'This origin cannot be read. Leave the line out.')
  return { kind, id: `${id}`, prompt: `${prompt}`, name: `${name}`, hash: `${hash}` }
}

/** Throws for what the API would refuse. */
function check({ favourite: _, origin: __, tags, code, ...texts }: MarkdownPrompt, line: number): void {
  const form: PromptTexts = { ...emptyTexts, ...texts, code: code ?? '' }
  const [problem] = Object.entries({ ...findTooLongFields(form), ...findMissingFields(form) })
  if (problem) {
    const [field, reason] = problem
    throw new Refused(line, field in findMissingFields(form) ? reason : `${labelOf(field)}: ${reason}`)
  }
  if (tags.length > PROMPT_LIMITS.tags) throw new Refused(line, `A prompt has at most ${PROMPT_LIMITS.tags} tags.`)
  const long = tags.find((tag) => tag.length > PROMPT_LIMITS.tag)
  if (long) throw new Refused(line, `A tag has at most ${PROMPT_LIMITS.tag} characters: “${long}”.`)
  if ([texts.title, ...tags].some((text) => /[\p{Cc}]/u.test(text))) throw new Refused(line, 'Titles and tags are one line.')
  if (Object.values(form).some((text) => removeControls(text) !== text))
    throw new Refused(line, 'The prompt contains control characters other than tabs and line breaks.')
}

const labelOf = (field: string): string => Object.entries(PROMPT_FIELDS).find(([name]) => name === field)?.[1].label ?? field
