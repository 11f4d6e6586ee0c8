import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { CliError, hasCode } from './cli-error.ts'
import type { Values } from './command.ts'

export const SKILL_OPTIONS = {
  claude: { type: 'boolean', help: 'use .claude/skills, which Claude Code reads, instead of .agents/skills' },
  home: { type: 'boolean', help: 'use your home folder instead of this one, for all projects' },
} as const

/** Returns the folder in which skills may be written: this one, or the home folder. */
const rootOf = (values: Values, env: NodeJS.ProcessEnv): string => (values.home ? env.HOME || homedir() : process.cwd())

/** Returns the folder for skills: that of the open standard, or that of Claude Code. */
export const skillsFolder = (values: Values, env: NodeJS.ProcessEnv): string =>
  path.join(rootOf(values, env), values.claude ? '.claude' : '.agents', 'skills')

/** Returns the real path of the nearest folder above a file that exists, or of the file. */
async function realPathOf(file: string): Promise<string> {
  try {
    return await realpath(file)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    return await realPathOf(path.dirname(file))
  }
}

/** Throws if a link leads the path of a skill out of the folder that the user chose: a downloaded project may have such links. */
export async function refuseLinksOutside(values: Values, env: NodeJS.ProcessEnv, file: string): Promise<void> {
  const root = rootOf(values, env)
  const target = await realPathOf(file)
  const inside = path.relative(await realpath(root), target)
  if (inside.split(path.sep)[0] !== '..' && !path.isAbsolute(inside)) return
  throw new CliError(`${file} is a link to ${target}, which is outside of ${root}. Nothing was written.`)
}

export type InstalledSkill = { name: string; id: string; source: string; file: string; markdown: string }

/** Returns a value of the front matter that `vca skill add` wrote. */
function frontMatterValue(markdown: string, key: string): string | undefined {
  const [, frontMatter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(markdown) ?? []
  const [, value] = new RegExp(`^ {2}${key}: (".*")$`, 'm').exec(frontMatter) ?? []
  try {
    return value === undefined ? undefined : String(JSON.parse(value))
  } catch {
    // the user changed the value to something that is not JSON
    return undefined
  }
}

export const skillFile = (folder: string, name: string): string => path.join(folder, name, 'SKILL.md')

/** Returns the skills of a folder that `vca skill add` wrote. */
export async function installedSkills(folder: string): Promise<InstalledSkill[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
  const skills: InstalledSkill[] = []
  for (const name of names.toSorted()) {
    const file = skillFile(folder, name)
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return ''
      throw error
    })
    // Git for Windows may check files out with CRLF.
    const markdown = text.replaceAll('\r\n', '\n')
    const [id, source] = [frontMatterValue(markdown, 'vca-id'), frontMatterValue(markdown, 'source')]
    if (id !== undefined && source !== undefined) skills.push({ name, id, source, file, markdown })
  }
  return skills
}

/** Writes a new skill and returns the path of its file. Throws if a skill with that name exists. */
export async function writeNewSkill(folder: string, { name, markdown }: { name: string; markdown: string }): Promise<string> {
  const file = skillFile(folder, name)
  await mkdir(path.dirname(file), { recursive: true })
  try {
    await writeFile(file, markdown, { flag: 'wx' })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    throw new CliError(`${file} exists. \`vca skill update ${name}\` compares it with the academy's.`, undefined, { cause: error })
  }
  return file
}
