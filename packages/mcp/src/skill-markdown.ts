import { htmlToMarkdown } from '@academy/contract/html-to-text'
import type { AcademyClient } from '@vibe-coding-academy/client'
import { inSentences, whenToUse } from './in-sentences.ts'
import { readResource } from './read-prompt.ts'

/** The limits of the Agent Skills specification, in characters. */
const NAME_MAX = 64
const DESCRIPTION_MAX = 1024

/** Returns the name of the skill of a resource, which is also the name of its folder: lower-case letters, digits and single hyphens. */
export const skillName = (id: string): string =>
  id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_MAX)
    .replace(/^-+|-+$/g, '') || 'prompt'

/** Quotes a text for front matter. A JSON string is also a YAML string. */
const quote = (text: string): string => JSON.stringify(text)

type Summary = { title: string; description: string; use_when?: string | null }

/** Returns the description that tells an agent what the skill does and when to use it, as one line. If it is too long, the first part is cut. */
export function skillDescription({ title, description, ...summary }: Summary): string {
  const when = whenToUse(summary)
  const what = [...inSentences(title, description)].slice(0, DESCRIPTION_MAX - [...` ${when}`].length).join('')
  return `${what} ${when}`.trim()
}

/**
 * Returns a resource of the Prompt Library as an Agent Skill (agentskills.io), with a link to its page on `webUrl`. Throws InvalidInputError for a
 * resource without a prompt.
 */
export async function readSkill(client: AcademyClient, id: string, webUrl: string) {
  const { parts, ...summary } = await readResource(client, id)
  const name = skillName(id)
  const description = skillDescription(summary)
  const sections: [heading: string, part: { html: string } | null][] = [
    ['Before you begin', parts.prerequisite],
    ['Prompt', parts.prompt],
    ['Code sample', parts.code_sample],
    // a coding agent needs it, because authors also write here when not to use the prompt
    ['How to use it', parts.additional_instructions],
  ]
  const body = sections.flatMap(([heading, part]) => (part?.html ? [`## ${heading}`, htmlToMarkdown(part.html)] : []))
  const frontMatter = [
    '---',
    `name: ${name}`,
    `description: ${quote(description)}`,
    'metadata:',
    `  source: ${quote(`${webUrl}/resources/${id}`)}`,
    `  vca-id: ${quote(id)}`,
    '---',
  ]
  const intro = 'Replace each `{{field}}` in the prompt with what the user says. Ask for what you do not know.'
  const markdown = [frontMatter.join('\n'), `# ${summary.title}`, intro, ...body].join('\n\n')
  return { name, description, markdown: `${markdown}\n` }
}
