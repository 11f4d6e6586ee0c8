import { readSkill } from '@academy/mcp/skill-markdown'
import type { Command } from '../command.ts'
import { refuseLinksOutside, SKILL_OPTIONS, skillFile, skillsFolder, writeNewSkill } from '../skill-folder.ts'

export const skillAdd: Command = {
  usage: '<id>',
  summary: 'writes a resource of the Prompt Library as an Agent Skill into this folder',
  help: 'Coding agents find the skill by its description. Codex, Cursor, VS Code and Gemini CLI read .agents/skills; Claude Code reads .claude/skills.',
  options: SKILL_OPTIONS,
  args: [1, 1],
  unlockedBy: 'studio',
  async run({ terminal, env, args: [id = ''], values, openSignedIn }) {
    const { client, url } = await openSignedIn()
    const [folder, skill] = [skillsFolder(values, env), await readSkill(client, id, url)]
    await refuseLinksOutside(values, env, skillFile(folder, skill.name))
    terminal.print(await writeNewSkill(folder, skill))
  },
}
