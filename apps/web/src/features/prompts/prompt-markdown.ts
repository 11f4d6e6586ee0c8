import type { PromptOrigin } from '@academy/contract'
import { removeControls } from '@academy/contract/control-characters'
import { PROMPT_FIELDS, PROMPT_LIMITS } from '@academy/contract/prompt-fields'
import { emptyTexts, findMissingFields, findTooLongFields, type PromptTexts } from './prompt-texts.ts'

/** A prompt in a Markdown file. */
export type MarkdownPrompt = {
  title: string
  description: string
  content: string
  code: string | null
  tags: string[]
  favourite: boolean
  /** Null for a prompt that was not saved from one of the academy. */
  origin: PromptOrigin | null
}

/** Why a file is refused. `line` counts from 1. */
type ImportProblem = { line: number; reason: string }

const FENCE = /^(`{3,})(prompt|code)\s*$/

/** Writes prompts as Markdown: front matter with JSON values, which are YAML as well, and the texts in code blocks. */
export const promptsToMarkdown = (prompts: readonly MarkdownPrompt[]): string => prompts.map(toMarkdown).join('\n')

function toMarkdown({ title, description, content, code, tags, favourite, origin }: MarkdownPrompt): string {
  const frontMatter = { title, description, ...(tags.length > 0 && { tags }), ...(favourite && { favourite }), ...(origin && { origin }) }
  const lines = Object.entries(frontMatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return ['---', ...lines, '---', '', codeBlock('prompt', content), ...(code === null ? [] : ['', codeBlock('code', code)]), ''].join('\n')
}

/** A fence that is longer than each one in the text cannot end before the text does. */
function codeBlock(kind: 'prompt' | 'code', text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${kind}\n${text}\n${fence}`
}

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
    for (this.at++; this.line?.trimEnd() !== '---'; this.at++) {
      if (this.line === undefined) throw new Refused(start, 'The front matter has no second line “---”.')
      if (!this.line.trim()) continue
      const [, key, value = ''] = /^(\w+):(.*)$/s.exec(this.line) ?? []
      const number = this.at + 1
      if (key === 'title' || key === 'description') found[key] = toText(value, number)
      else if (key === 'tags') found.tags = toTags(value, number)
      else if (key === 'favourite') found.favourite = toBoolean(value, number)
      else if (key === 'origin') found.origin = toOrigin(value, number)
      else throw new Refused(number, `“${this.line.trim()}” is none of title, description, tags, favourite and origin.`)
    }
    this.at++
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

function parseJson(value: string, line: number): unknown {
  try {
    return JSON.parse(value)
  } catch {
    throw new Refused(line, `This value cannot be read: ${value.trim()}`)
  }
}

const toText = (value: string, line: number): string => {
  const text = value.trim()
  return (text.startsWith('"') ? String(parseJson(text, line)) : text.replace(/^'(.*)'$/, '$1')).trim()
}

/** Matches an item of a list in YAML: in double quotes as in JSON, in single quotes, or without quotes up to the next comma. */
const YAML_ITEM = /\s*(?:("(?:[^"\\]|\\.)*")\s*|'((?:[^']|'')*)'\s*|((?![\s"'[\]{}])[^,]*))(?:,|$)/y

function toTags(value: string, line: number): string[] {
  const list = /^\[(.*)\]$/s.exec(value.trim())?.[1]
  if (list === undefined) throw new Refused(line, 'Tags stand between brackets: ["SQL", "Review"].')
  const item = new RegExp(YAML_ITEM)
  const tags = new Set<string>()
  while (item.lastIndex < list.length) {
    const start = item.lastIndex
    const [, json, quoted, plain = ''] = item.exec(list) ?? []
    if (item.lastIndex === 0) throw new Refused(line, `These tags cannot be read from here on: ${list.slice(start).trim()}`)
    const tag = json === undefined ? (quoted?.replaceAll("''", "'") ?? plain) : String(parseJson(json, line))
    tags.add(tag.trim())
  }
  tags.delete('')
  return [...tags]
}

function toBoolean(value: string, line: number): boolean {
  const text = value.trim()
  if (text !== 'true' && text !== 'false') throw new Refused(line, 'favourite is true or false.')
  return text === 'true'
}

/** Reads an origin as Export writes it. Only Export writes it: files that were written by hand have none. */
function toOrigin(value: string, line: number): PromptOrigin {
  const given: unknown = parseJson(value, line)
  const { kind, id, prompt, name, hash } = (given ?? {}) as Record<string, unknown>
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
