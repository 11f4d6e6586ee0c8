type WebhookRequest = { url: string; body: string; headers: Record<string, string>; timeoutMs: number }

/**
 * Posts a webhook. Never throws: returns the status and the text of the response, or null and the reason if there is no response.
 */
export async function postWebhook(
  { url, body, headers, timeoutMs }: WebhookRequest,
  closing: AbortSignal,
): Promise<{ status: number | null; text: string }> {
  try {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)])
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const { name, message, cause } = error as Error
    if (name === 'TimeoutError') return { status: null, text: `no response within ${timeoutMs / 1000} seconds` }
    return { status: null, text: cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : message }
  }
}
