import { callControl, type Standins } from '@academy/standins'

/** The path of the API's webhook for edits. */
const PATH = '/api/content/notion-webhook'

type Subscription = { id: string; url: string; verification_token: string }

/**
 * Registers the API with the workspace, as an operator does in the settings of the integration, so that an edit shows within seconds.
 * Call it before the API starts, which needs the token, and call `confirm` once the API responds. A repeated call keeps the token.
 */
export async function subscribeToEdits({ notionBaseUrl }: Pick<Standins, 'notionBaseUrl'>, apiUrl: string) {
  const call = <T>(method: string, path: string, body?: object) => callControl<T>(notionBaseUrl, method, `/control/webhooks${path}`, body)
  const url = `${apiUrl}${PATH}`

  // An academy on other ports may have used the same data before. Its URL no longer works.
  const { webhooks } = await call<{ webhooks: Subscription[] }>('GET', '')
  const stale = webhooks.filter((webhook) => webhook.url !== url && webhook.url.endsWith(PATH))
  for (const { id } of stale) await call('DELETE', `/${id}`)

  const { id, verification_token } = await call<Subscription>('POST', '', { url })
  return {
    /** The API's NOTION_WEBHOOK_TOKEN. */
    token: verification_token,
    confirm: async (): Promise<void> => void (await call('POST', `/${id}/verify`, { verification_token })),
  }
}
