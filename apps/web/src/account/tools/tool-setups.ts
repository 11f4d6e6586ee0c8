export type ToolSetup = {
  id: string
  tool: string
  /** The file, or the terminal, that the text is for. */
  location: string
  text: string
  /** What the user does with the access token. */
  tokenHint: string
}

const formatJson = (value: unknown): string => JSON.stringify(value, null, 2)

/** Returns how each coding tool is set up for the MCP server at a URL. The texts contain no token: tools ask for it, or read it from VCA_TOKEN. */
export function toolSetups(url: string): ToolSetup[] {
  const fromEnvironment = 'Set VCA_TOKEN to your token where you start the tool.'
  return [
    {
      id: 'claude-code',
      tool: 'Claude Code',
      location: 'In a terminal',
      text: `claude mcp add --transport http academy ${url} --header "Authorization: Bearer YOUR_TOKEN"`,
      tokenHint: 'Replace YOUR_TOKEN with your token.',
    },
    {
      id: 'cursor',
      tool: 'Cursor',
      location: '.cursor/mcp.json',
      // The braces are Cursor's.
      text: formatJson({ mcpServers: { academy: { url, headers: { Authorization: `Bearer $${'{env:VCA_TOKEN}'}` } } } }),
      tokenHint: fromEnvironment,
    },
    {
      id: 'vs-code',
      tool: 'VS Code',
      location: '.vscode/mcp.json',
      text: formatJson({
        inputs: [{ type: 'promptString', id: 'academy-token', description: 'Access token of the academy', password: true }],
        servers: { academy: { type: 'http', url, headers: { Authorization: `Bearer $${'{input:academy-token}'}` } } },
      }),
      tokenHint: 'VS Code asks for the token once and keeps it.',
    },
    {
      id: 'codex',
      tool: 'Codex',
      location: '~/.codex/config.toml',
      text: `[mcp_servers.academy]\nurl = "${url}"\nbearer_token_env_var = "VCA_TOKEN"`,
      tokenHint: fromEnvironment,
    },
  ]
}
