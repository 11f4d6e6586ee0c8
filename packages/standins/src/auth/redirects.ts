/** Returns the redirect target of a link: on the web app's origin, otherwise its start page. */
export const allowedRedirect = (requestedUrl: string | undefined, siteUrl: string): string => {
  if (requestedUrl === undefined || !URL.canParse(requestedUrl)) return siteUrl
  return new URL(requestedUrl).origin === new URL(siteUrl).origin ? requestedUrl : siteUrl
}

export const withFragment = (url: string, parameters: Record<string, string>): string =>
  `${url.split('#')[0]}#${new URLSearchParams(parameters)}`
