import type { McpServer } from '@modelcontextprotocol/server'
import { type Skill, SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import type { AcademyServerOptions } from './academy-server-options.ts'
import { forProtocol, loadIfPermitted } from './refusals.ts'
import { readSkill, skillDescription, skillName } from './skill-markdown.ts'
import { TUTOR, TUTOR_SKILL } from './tutor-skill.ts'

const uriOf = (name: string): string => `skill://${name}/SKILL.md`

/** The skill that teaches, for every account. */
const TUTOR_ENTRY: Skill = { uri: uriOf(TUTOR.name), frontmatter: { ...TUTOR }, resources: 'dynamic' }

/** Serves the Prompt Library as Agent Skills, with the protocol's extension for skills. */
export function addSkills(mcp: McpServer, options: AcademyServerOptions): void {
  const { client, webUrl } = options
  const listed = async () =>
    (await loadIfPermitted(client.library.prompts().then(({ data }) => data))).map(({ id, ...prompt }) => {
      const name = skillName(id)
      // `dynamic`, without a digest, because the text is built when a client reads it
      const skill: Skill = {
        uri: uriOf(name),
        frontmatter: { name, description: skillDescription(prompt) },
        resources: 'dynamic',
      }
      return { id, skill }
    })
  const find = async (uri: string) => (await listed()).find(({ skill }) => skill.uri === uri)
  const call = <T>(load: () => Promise<T>) => forProtocol(load, 'studio', options)
  new SkillsExtension({
    source: {
      list: () => call(async () => ({ skills: [...(await listed()).map(({ skill }) => skill), TUTOR_ENTRY] })),
      get: (uri) => call(async () => (uri === TUTOR_ENTRY.uri ? TUTOR_ENTRY : (await find(uri))?.skill)),
      read: (uri) =>
        call(async () => {
          if (uri === TUTOR_ENTRY.uri) return { text: TUTOR_SKILL, mimeType: 'text/markdown' }
          const found = await find(uri)
          return found && { text: (await readSkill(client, found.id, webUrl)).markdown, mimeType: 'text/markdown' }
        }),
    },
    strict: true,
  }).attach(mcp)
}
