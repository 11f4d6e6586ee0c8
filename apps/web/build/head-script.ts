import type {} from '../src/api/first-responses.ts'

export type HeadScriptOptions = {
  /** localStorage key of the session. */
  sessionKey: string
  /** Scripts and styles to preload by pattern of the path, with and without a session. The first match applies. */
  signedIn: readonly (readonly [path: string, files: readonly string[]])[]
  signedOut: readonly (readonly [path: string, files: readonly string[]])[]
  /** Scripts of the auth client, which refreshes a token before the app can use it. */
  authClient: readonly string[]
  /** API paths to request with the session's token by pattern of the path; `:name` stands for a named group of the pattern. */
  requests: readonly (readonly [path: string, apiPaths: readonly string[]])[]
  /** Built-in settings, which those in the page override. */
  settings: Readonly<Record<'VITE_API_URL' | 'VITE_MASTER_COURSE_ID', string>>
}

/**
 * Runs in the head of the page, before the app's code and styles have arrived: sends the first requests of the page and then preloads
 * its files. Written into the page as text, so it uses nothing from outside.
 */
export function startFirstPage({ sessionKey, signedIn, signedOut, authClient, requests, settings: builtIn }: HeadScriptOptions): void {
  // The app does without this, for example with blocked storage.
  try {
    const { pathname } = location
    const stored = localStorage.getItem(sessionKey)
    const session: { access_token?: string; expires_at?: number } = JSON.parse(stored ?? '{}')
    const token = session.access_token
    const apiPaths = requests.find(([path]) => new RegExp(path).test(pathname))
    // The auth client refreshes tokens that expire within 90 seconds.
    const isFresh = token && Number(session.expires_at) * 1000 - Date.now() > 90_000
    if (apiPaths && isFresh) {
      const inPage = JSON.parse(document.getElementById('academy-settings')?.textContent ?? '{}') as typeof builtIn
      const apiUrl = (inPage.VITE_API_URL || builtIn.VITE_API_URL).trim().replace(/\/+$/, '')
      const masterCourse = (inPage.VITE_MASTER_COURSE_ID || builtIn.VITE_MASTER_COURSE_ID).trim()
      const ids: Record<string, string> = { courseId: masterCourse, ...new RegExp(apiPaths[0]).exec(pathname)?.groups }
      const send = (path: string): [string, Promise<Response>] => {
        const [resource = '', query] = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '').split('?')
        // The app does not name the Master Course in a query.
        const url = apiUrl + resource + (query && query !== `course=${masterCourse}` ? `?${query}` : '')
        const response = fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(15_000) })
        // The app handles the failure when it takes the response.
        response.catch(() => undefined)
        return [url, response]
      }
      window.firstResponses = { token, byUrl: new Map(apiPaths[1].map(send)) }
    }

    const preloads = (stored ? signedIn : signedOut).find(([path]) => new RegExp(path).test(pathname))
    for (const href of [...(stored && !isFresh ? authClient : []), ...(preloads?.[1] ?? [])]) {
      const link = href.endsWith('css') ? { rel: 'preload', as: 'style', crossOrigin: '', href } : { rel: 'modulepreload', href }
      document.head.append(Object.assign(document.createElement('link'), link))
    }
  } catch {}
}
