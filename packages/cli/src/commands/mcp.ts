import type { Command } from '../command.ts'
import { courseOf } from '../course.ts'

export const mcp: Command = {
  summary: 'serves prompts and the course to coding tools (MCP)',
  help: 'Coding tools start it and speak with it over standard input and output. Tools that connect by address do not need it: see "Use in your tool" in the academy.',
  async run({ terminal, env, openSignedIn }) {
    const opened = await openSignedIn()
    // imported here, so that the other commands start without the MCP library
    const { serveMcp } = await import('../serve-mcp.ts')
    serveMcp(opened, { courseId: courseOf(env), env, info: terminal.info })
  },
}
