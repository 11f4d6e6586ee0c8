import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

async function connect(url: URL, headers: Record<string, string>, mode: 'legacy' | 'auto'): Promise<Client> {
  const client = new Client({ name: 'a-test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return client
}

/** Connects the official MCP client to an API at a URL. Close it. */
export const connectMcp = (url: string, token: string, mode: 'legacy' | 'auto' = 'auto'): Promise<Client> =>
  connect(new URL('/mcp', url), { authorization: `Bearer ${token}` }, mode)

/** Connects it as a visitor, to the server with free content. Close it. */
export const connectFreeMcp = (url: string, mode: 'legacy' | 'auto' = 'auto'): Promise<Client> =>
  connect(new URL('/mcp/free', url), {}, mode)
