import type { Standins } from '@academy/standins'

/** The path of the API's webhook for edits. */
const PATH = '/api/content/notion-webhook'

type Subscription = { id: string; url: string; verification_token: string }

/**
 * Registers the API with the workspace, as an operator does in the settings of the integration, so that an edit shows within seconds.
 * Call it before the API starts, which needs the token, and call `confirm` once the API responds. A repeated call keeps the token.
 */
export async function subscribeToEdits({ notionBaseUrl }: Pick<Standins, 'notionBaseUrl'>, apiUrl: string) {
  const control = `${notionBaseUrl}/control/webhooks`
  const url = `${apiUrl}${PATH}`

  const request = async <T>(method: string, address: string, body?: object): Promise<T> => {
    const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(address, { method, ...json })
    if (!response.ok) throw new Error(`The workspace refused the webhook of the API: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  // An academy on other ports may have used the same data before. Its address does not work any more.
  const { webhooks } = await request<{ webhooks: Subscription[] }>('GET', control)
  const stale = webhooks.filter((webhook) => webhook.url !== url && webhook.url.endsWith(PATH))
  for (const { id } of stale) await request('DELETE', `${control}/${id}`)

  const { id, verification_token } = await request<Subscription>('POST', control, { url })
  return {
    /** The API's NOTION_WEBHOOK_TOKEN. */
    token: verification_token,
    confirm: async (): Promise<void> => void (await request('POST', `${control}/${id}/verify`, { verification_token })),
  }
}
