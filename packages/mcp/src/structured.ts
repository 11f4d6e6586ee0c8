import type { CallToolResult } from '@modelcontextprotocol/server'

/** Returns a result as structured content for programs and as JSON text for models. */
export const structured = (output: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(output, null, 1) }],
  structuredContent: output,
})
