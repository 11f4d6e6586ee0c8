import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** Connects the official MCP client to an API at a URL. Close it. */
export async function connectMcp(url: string, token: string, mode: 'legacy' | 'auto' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'a-test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
  return client
}
