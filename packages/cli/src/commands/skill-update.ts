import { writeFile } from 'node:fs/promises'
import { InvalidInputError } from '@academy/mcp/invalid-input'
import { readSkill } from '@academy/mcp/skill-markdown'
import { type AcademyClient, AcademyError } from '@vibe-coding-academy/client'
import { createPatch } from 'diff'
import { CliError, usageError } from '../cli-error.ts'
import type { Command } from '../command.ts'
import { type InstalledSkill, installedSkills, refuseLinksOutside, SKILL_OPTIONS, skillsFolder } from '../skill-folder.ts'
import { isYes } from '../terminal/terminal.ts'

/** Returns the current text of a skill; undefined if the library no longer has its prompt. */
async function currentText(client: AcademyClient, { id }: InstalledSkill, url: string): Promise<string | undefined> {
  try {
    return (await readSkill(client, id, url)).markdown
  } catch (error) {
    if (error instanceof InvalidInputError || (error instanceof AcademyError && error.status === 404)) return undefined
    throw error
  }
}

export const skillUpdate: Command = {
  usage: '[name]',
  summary: 'compares skills with the academy, shows the differences, and updates them',
  help: 'It asks before it writes. Your own changes are among the differences. Skills that `vca skill add` did not write stay as they are.',
  options: { ...SKILL_OPTIONS, yes: { type: 'boolean', short: 'y', help: 'write without asking' } },
  args: [0, 1],
  unlockedBy: 'studio',
  async run({ terminal, env, args: [name], values, openSignedIn }) {
    const folder = skillsFolder(values, env)
    const installed = (await installedSkills(folder)).filter((skill) => name === undefined || skill.name === name)
    if (installed.length === 0)
      throw new CliError(`There is no skill${name === undefined ? '' : ` "${name}"`} of the academy in ${folder}.`)
    const { client, url } = await openSignedIn()
    let skipped = 0
    for (const skill of installed) {
      await refuseLinksOutside(values, env, skill.file)
      if (!skill.source.startsWith(`${url}/`)) {
        terminal.info(`${skill.name} is from another academy.`)
        continue
      }
      const markdown = await currentText(client, skill, url)
      if (markdown === undefined) terminal.info(`${skill.name} no longer has a prompt in the Prompt Library. It stays as it is.`)
      else if (markdown === skill.markdown) terminal.info(`${skill.name} has not changed.`)
      else {
        terminal.print(terminal.text(createPatch(skill.file, skill.markdown, markdown, 'yours', "the academy's")))
        const writes = values.yes === true || (terminal.canAsk && isYes(await terminal.ask(`Update ${skill.name}? [y/N] `)))
        if (writes) await writeFile(skill.file, markdown)
        else skipped += 1
        terminal.info(writes ? `Updated ${skill.name}.` : `${skill.name} stays as it is.`)
      }
    }
    if (skipped > 0 && !terminal.canAsk) throw usageError('Add --yes to write without asking.')
  },
}
