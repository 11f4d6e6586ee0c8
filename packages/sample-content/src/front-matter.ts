import { parse } from 'yaml'
import { ContentError } from './content-error.ts'

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const fence = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/

/** The front matter of a file. Read each field once, then call `refuseUnread`. Methods throw a ContentError. */
export class FrontMatter {
  readonly file: string
  readonly body: string
  readonly #fields: Map<string, unknown>

  constructor(file: string, source: string) {
    const match = fence.exec(source)
    if (match === null) throw new ContentError(file, 'should begin with front matter between two lines of ---')
    this.file = file
    this.body = (match[2] ?? '').trim()
    this.#fields = new Map(Object.entries(this.#parse(match[1] ?? '')))
  }

  #parse(yaml: string): object {
    let fields: unknown
    try {
      fields = parse(yaml)
    } catch (error) {
      throw new ContentError(this.file, `front matter is not valid YAML: ${(error as Error).message}`, { cause: error })
    }
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
      throw new ContentError(this.file, 'front matter should consist of fields')
    return fields
  }

  #take(field: string): unknown {
    const value = this.#fields.get(field)
    this.#fields.delete(field)
    return value ?? undefined
  }

  fail(field: string, message: string): never {
    throw new ContentError(this.file, `field "${field}" ${message}`)
  }

  text(field: string): string {
    return this.optionalText(field) ?? this.fail(field, 'is required')
  }

  optionalText(field: string): string | null {
    const value = this.#take(field)
    if (value === undefined) return null
    if (typeof value !== 'string' || value.trim() === '') this.fail(field, 'should be text')
    return value.trim()
  }

  /** Returns the fields of every page. */
  page() {
    const slug = this.text('slug')
    if (!SLUG.test(slug) || slug.length > 100) this.fail('slug', `should be lower-case words joined by hyphens, not "${slug}"`)
    return { file: this.file, slug, name: this.text('name') }
  }

  /** Returns the fields of every page in a list. */
  listedPage() {
    const page = { ...this.page(), description: this.text('description') }
    return { ...page, order: this.optionalNumber('order') ?? this.fail('order', 'is required') }
  }

  flag(field: string): boolean {
    const value = this.#take(field) ?? false
    if (typeof value !== 'boolean') this.fail(field, 'should be true or false')
    return value
  }

  optionalNumber(field: string): number | null {
    const value = this.#take(field)
    if (value === undefined) return null
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) this.fail(field, 'should be a whole number from 1')
    return value
  }

  oneOf<T extends string>(field: string, allowed: readonly T[]): T | null {
    const value = this.optionalText(field)
    if (value === null) return null
    return allowed.find((option) => option === value) ?? this.fail(field, `should be one of ${allowed.join(', ')}, not "${value}"`)
  }

  /** Returns a list of different texts; empty without the field. */
  texts(field: string): string[] {
    const value = this.#take(field) ?? []
    if (!Array.isArray(value) || !value.every((item): item is string => typeof item === 'string' && item.trim() !== ''))
      this.fail(field, 'should be a list of texts')
    const items = value.map((item) => item.trim())
    const duplicate = items.find((item, index) => items.indexOf(item) !== index)
    if (duplicate !== undefined) this.fail(field, `names "${duplicate}" twice`)
    return items
  }

  url(field: string): string | null {
    const value = this.optionalText(field)
    if (value !== null && URL.parse(value)?.protocol !== 'https:') this.fail(field, 'should be an address that begins with https://')
    return value
  }

  /** Throws if a field was not read, because a misspelled field would have no effect. */
  refuseUnread() {
    for (const field of this.#fields.keys()) this.fail(field, 'is unknown')
  }
}
