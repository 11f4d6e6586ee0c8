import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { AcademyServerOptions } from './academy-server-options.ts'
import { forTool } from './refusals.ts'

// Built once, because each request creates a server that registers it.
const input = z.object({
  session: z.string().min(1).max(200).optional().describe('The number or id of the session; without it, that of current_tutorial'),
  agreed: z.boolean().default(false).describe('Whether the user agreed to run what an earlier call listed'),
})

const ELSEWHERE =
  "Checks run on the user's machine, which this connection does not reach. The user installs the command line of the academy (vca), adds `vca mcp` to this tool instead, or runs `vca check` in the folder of the project."

/** Adds the tool that checks the user's project. It runs only where the server runs on the user's machine. */
export function addCheckProject(mcp: McpServer, options: AcademyServerOptions): void {
  const { checkProject } = options
  mcp.registerTool(
    'check_project',
    {
      title: 'Check the project',
      description:
        "Runs the checks of a session on the user's project, in the folder in which this server was started. The first call in a folder lists what will run: show it to the user, and call again with agreed only when they agree. A failed check has a hint and a tutorial to read again.",
      inputSchema: input,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ session, agreed }) =>
      forTool(
        async () => ({
          content: [{ type: 'text', text: checkProject ? JSON.stringify(await checkProject(session, agreed), null, 1) : ELSEWHERE }],
        }),
        'master_course',
        options,
      ),
  )
}
