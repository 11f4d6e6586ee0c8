import { McpServer } from '@modelcontextprotocol/server'
import manifest from '../package.json' with { type: 'json' }
import type { AcademyServerOptions } from './academy-server-options.ts'
import { addCheckProject } from './check-project.ts'
import { offerPrice } from './offer-price.ts'
import { addPrompts } from './prompts.ts'
import { addSkills } from './skills.ts'
import { addTeaching } from './teaching.ts'
import { addTools } from './tools.ts'
import { addTutorials } from './tutorials.ts'

/** How long clients may cache lists of the course and of tools, in milliseconds. They must not cache prompts, whose access changes with the Studio. */
const LISTS_TTL_MS = 60_000
const list = { ttlMs: LISTS_TTL_MS, cacheScope: 'private' } as const

const instructions = (options: AcademyServerOptions) =>
  `The Vibe Coding Academy: its Prompt Library, the user's own prompts, and its course. Prompts are read and filled with get_prompt, or as prompts (slash commands). They are part of Vibe Coding Studio. ${offerPrice('studio', options)}. To teach a tutorial, use next_step and finish_step, or the prompt "teach". Reading a tutorial changes nothing; mark_done marks one as done, when the user says so.`

/** Returns a server with the prompts, tools, resources and skills of the academy, for one user. */
export function createAcademyServer(options: AcademyServerOptions): McpServer {
  const { webUrl, announcesChanges } = options
  const changes = { listChanged: announcesChanges }
  const mcp = new McpServer(
    { name: 'vibe-coding-academy', title: 'Vibe Coding Academy', version: manifest.version, websiteUrl: webUrl },
    {
      instructions: instructions(options),
      capabilities: { prompts: changes, resources: changes, tools: { listChanged: false } },
      cacheHints: { 'resources/list': list, 'tools/list': list, 'resources/templates/list': list },
    },
  )
  addPrompts(mcp, options)
  addTools(mcp, options)
  addTeaching(mcp, options)
  addCheckProject(mcp, options)
  addTutorials(mcp, options)
  addSkills(mcp, options)
  return mcp
}
