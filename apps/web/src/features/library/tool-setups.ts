export type ToolSetup = {
  id: string
  tool: string
  /** Where the text goes. */
  where: string
  text: string
  /** What the user does with the access token. */
  token: string
}

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** Returns how each coding tool is set up for the MCP server at an address. No text has a token: tools ask for it, or read it from VCA_TOKEN. */
export function toolSetups(url: string): ToolSetup[] {
  const fromEnvironment = 'Set VCA_TOKEN to your token where you start the tool.'
  return [
    {
      id: 'claude-code',
      tool: 'Claude Code',
      where: 'In a terminal',
      text: `claude mcp add --transport http academy ${url} --header "Authorization: Bearer YOUR_TOKEN"`,
      token: 'Replace YOUR_TOKEN with your token.',
    },
    {
      id: 'cursor',
      tool: 'Cursor',
      where: '.cursor/mcp.json',
      // The braces are Cursor's.
      text: json({ mcpServers: { academy: { url, headers: { Authorization: `Bearer $${'{env:VCA_TOKEN}'}` } } } }),
      token: fromEnvironment,
    },
    {
      id: 'vs-code',
      tool: 'VS Code',
      where: '.vscode/mcp.json',
      text: json({
        inputs: [{ type: 'promptString', id: 'academy-token', description: 'Access token of the academy', password: true }],
        servers: { academy: { type: 'http', url, headers: { Authorization: `Bearer $${'{input:academy-token}'}` } } },
      }),
      token: 'VS Code asks for the token once and keeps it.',
    },
    {
      id: 'codex',
      tool: 'Codex',
      where: '~/.codex/config.toml',
      text: `[mcp_servers.academy]\nurl = "${url}"\nbearer_token_env_var = "VCA_TOKEN"`,
      token: fromEnvironment,
    },
  ]
}
