/** Calls a control endpoint of the stand-ins. Returns the parsed response; throws if the stand-ins refuse the call. */
export async function callControl<T = unknown>(standinsUrl: string, method: string, path: string, body?: object): Promise<T> {
  const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await fetch(`${standinsUrl}${path}`, { method, ...json })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
