import type { McpServer } from '@modelcontextprotocol/server'
import { type Skill, SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import type { AcademyServerOptions } from './academy-server-options.ts'
import { forProtocol, loadIfPermitted } from './refusals.ts'
import { readSkill, skillDescription, skillName } from './skill-markdown.ts'

const uriOf = (name: string): string => `skill://${name}/SKILL.md`

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
      list: () => call(async () => ({ skills: (await listed()).map(({ skill }) => skill) })),
      get: (uri) => call(async () => (await find(uri))?.skill),
      read: (uri) =>
        call(async () => {
          const found = await find(uri)
          return found && { text: (await readSkill(client, found.id, webUrl)).markdown, mimeType: 'text/markdown' }
        }),
    },
    strict: true,
  }).attach(mcp)
}
