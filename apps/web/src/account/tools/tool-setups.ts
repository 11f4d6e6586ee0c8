export type ToolSetup = {
  id: string
  tool: string
  /** The file, or the terminal, that the text is for. */
  location: string
  text: string
  /** What the user does next. */
  hint: string
}

/** The name of the MCP server in the user's tool, by default. */
const NAME = 'academy'
const TERMINAL = 'In a terminal'

/** Returns the links that add the MCP server at a URL to Cursor and VS Code. */
export const installLinks = (url: string, name = NAME) => ({
  cursor: `https://cursor.com/install-mcp?name=${name}&config=${encodeURIComponent(btoa(JSON.stringify({ url })))}`,
  vsCode: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url }))}`,
})

/** Returns the commands that add the MCP server at a URL. The tools get access by OAuth. */
export const connectCommands = (url: string, name = NAME): ToolSetup[] => [
  {
    id: 'claude-code',
    tool: 'Claude Code',
    location: TERMINAL,
    text: `claude mcp add --transport http ${name} ${url}`,
    hint: `Then type /mcp in Claude Code, choose ${name} and authenticate.`,
  },
  {
    id: 'codex',
    tool: 'Codex',
    location: TERMINAL,
    text: `codex mcp add ${name} --url ${url}`,
    hint: `If Codex does not open the browser, enter: codex mcp login ${name}`,
  },
]

const formatJson = (value: unknown): string => JSON.stringify(value, null, 2)

/** Returns how each coding tool is set up for the MCP server at a URL with an access token. The texts contain no token: tools ask for it, or read it from VCA_TOKEN. */
export function tokenSetups(url: string): ToolSetup[] {
  const fromEnvironment = 'Set VCA_TOKEN to your token where you start the tool.'
  return [
    {
      id: 'claude-code',
      tool: 'Claude Code',
      location: TERMINAL,
      text: `claude mcp add --transport http ${NAME} ${url} --header "Authorization: Bearer YOUR_TOKEN"`,
      hint: 'Replace YOUR_TOKEN with your token.',
    },
    {
      id: 'cursor',
      tool: 'Cursor',
      location: '.cursor/mcp.json',
      // The braces are Cursor's.
      text: formatJson({ mcpServers: { [NAME]: { url, headers: { Authorization: `Bearer $${'{env:VCA_TOKEN}'}` } } } }),
      hint: fromEnvironment,
    },
    {
      id: 'vs-code',
      tool: 'VS Code',
      location: '.vscode/mcp.json',
      text: formatJson({
        inputs: [{ type: 'promptString', id: 'academy-token', description: 'Access token of the academy', password: true }],
        servers: { [NAME]: { type: 'http', url, headers: { Authorization: `Bearer $${'{input:academy-token}'}` } } },
      }),
      hint: 'VS Code asks for the token once and keeps it.',
    },
    {
      id: 'codex',
      tool: 'Codex',
      location: '~/.codex/config.toml',
      text: `[mcp_servers.${NAME}]\nurl = "${url}"\nbearer_token_env_var = "VCA_TOKEN"`,
      hint: fromEnvironment,
    },
  ]
}
