import { type CurrentOrigin, type PromptOrigin, type PromptSource, promptInput } from '@academy/contract'
import { PROMPT_FIELDS, PROMPT_LIMITS } from '@academy/contract/prompt-fields'
import { splitSections } from '@academy/contract/prompt-sections'
import type { FastifyInstance } from 'fastify'
import { conflict, HttpError, orNotFound } from '../../http/errors.ts'
import type { User } from '../../plugins/auth/auth.ts'
import { WHAT_UNLOCKS } from '../billing/facts/what-unlocks.ts'
import { hashPrompt, partText } from '../content/read/prompt-texts.ts'
import { publishedContent } from '../content/read/published-content.store.ts'
import { startTutorial } from '../courses/open-tutorial.ts'

type OriginalPrompt = { key: string; title: string | null; content: string; code: string | null; hash: string }
/** Where a tutorial is; nothing for other pages. */
type Place = Pick<CurrentOrigin, 'session_id' | 'course_id'>
const NOWHERE: Place = { session_id: null, course_id: null }
/** A page of the academy with prompts to save. */
type Original = { name: string; description: string; tags: string[]; place: Place; prompts: OriginalPrompt[] }

/** Returns the prompts of the sections, each with the code sample; a section without a prompt gets the code as its prompt. */
function promptsOf(
  sections: { key: string; title: string | null; copyHtml: string }[],
  codeHtml: string | null | undefined,
): OriginalPrompt[] {
  const code = partText(codeHtml)
  return sections.flatMap(({ key, title, copyHtml }) => {
    const content = partText(copyHtml)
    if (content !== null) return { key, title, content, code, hash: hashPrompt(content, code) }
    return code === null ? [] : { key, title, content: code, code: null, hash: hashPrompt(code, null) }
  })
}

/** Cuts a text to at most `max` UTF-16 code units, and never in the middle of a character. */
const truncate = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '')

/** Returns functions that read the originals of saved prompts for users who may read them. */
export function originals(app: FastifyInstance) {
  const published = publishedContent(app.db)

  /** Reads a page with its prompts. @throws HttpError 404 for a page that is not published, 403 for one that the user may not read. */
  async function readOriginal(user: User, { kind, id }: Pick<PromptSource, 'kind' | 'id'>): Promise<Original> {
    if (kind === 'library') {
      const { resources } = await app.entitlementsOf(user)
      if (!resources) throw new HttpError(403, 'entitlement_required', WHAT_UNLOCKS.resources)
      const { parts, ...resource } = orNotFound(await published.resource(id), 'Resource')
      return {
        ...resource,
        place: NOWHERE,
        prompts: promptsOf(splitSections(parts.prompt?.html ?? '').sections, parts.code_sample?.html),
      }
    }
    const tutorial = orNotFound((await app.courses.current()).tutorials.get(id), 'Tutorial')
    await startTutorial(app, user, tutorial, { mayStartCourse: false })
    const { page_id, name, description, session_id, course_id } = tutorial
    const { parts } = orNotFound(await published.parts(page_id), 'Tutorial')
    const whole = { key: '', title: null, copyHtml: parts.prompt ?? '' }
    return { name, description, tags: [], place: { session_id, course_id }, prompts: promptsOf([whole], parts.code_sample) }
  }

  return {
    /**
     * Returns the input for a new prompt of the user that copies an original. Shortens title and description where they are too long.
     * @throws HttpError 404 for a page that is not published or does not have the prompt, 403 for a page that the user may not read, 409 for a
     * prompt that exceeds the limits of My Prompts.
     */
    async copyOf(user: User, source: PromptSource) {
      const { name, description, tags, prompts } = await readOriginal(user, source)
      const { title, content, code, hash } = orNotFound(
        prompts.find(({ key }) => key === source.prompt),
        'Prompt',
      )
      const from = source.kind === 'library' ? `From the Prompt Library: ${name}` : `From the tutorial: ${name}`
      const parsed = promptInput.safeParse({
        title: truncate(title === null ? name : `${name}: ${title}`, PROMPT_FIELDS.title.max),
        description: truncate(description.trim() || from, PROMPT_FIELDS.description.max),
        content,
        code,
        tags: tags.filter((tag) => tag.length <= PROMPT_LIMITS.tag).slice(0, PROMPT_LIMITS.tags),
        origin: { ...source, name: truncate(name, PROMPT_FIELDS.title.max), hash },
      })
      if (parsed.success) return parsed.data
      throw conflict(`This prompt does not fit into My Prompts. ${parsed.error.issues[0]?.message ?? ''}`.trim())
    },

    /** Returns the current state of an original; `unavailable` if it is no longer published, or if the user may not read it. */
    async currentState(user: User, origin: PromptOrigin): Promise<CurrentOrigin> {
      const original = await readOriginal(user, origin).catch((error: unknown) => {
        if (error instanceof HttpError && error.status < 500) return undefined
        throw error
      })
      // The key changes with the prompt's heading, so the hash of the text decides first.
      const prompts = original?.prompts ?? []
      const current = prompts.find(({ hash }) => hash === origin.hash) ?? prompts.find(({ key }) => key === origin.prompt)
      if (!original || !current) return { state: 'unavailable', ...NOWHERE, texts: null }
      const { place } = original
      const { content, code, hash } = current
      return hash === origin.hash
        ? { state: 'same', ...place, texts: null }
        : { state: 'changed', ...place, texts: { content, code, hash } }
    },
  }
}
