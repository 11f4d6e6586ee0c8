/** Removes what `headHtml` writes for each page. */
const withoutPageHead = (html: string): string =>
  html.replace(/<title>[^<]*<\/title>/, '').replace(/<meta\b[^>]*\b(?:name="(?:description|twitter:card)"|property="og:[^"]*")[^>]*>/g, '')

/** Returns index.html with the head of one page, and with `body` as the content until the app has started. */
export const fillAppPage = (appHtml: string, { head, body }: { head: string; body?: string }): string => {
  const html = withoutPageHead(appHtml).replace('</head>', () => `${head}</head>`)
  return body === undefined ? html : html.replace(/<div id="root">[\s\S]*?<\/div>(?=\s*<noscript>)/, () => `<div id="root">${body}</div>`)
}

/** Returns a page without the app: its styles and fonts, without its scripts. */
export const fillPublicPage = (
  appHtml: string,
  { head, body, stylesheets }: { head: string; body: string; stylesheets: string[] },
): string =>
  withoutPageHead(appHtml)
    .replace(/<script\b[^>]*\btype="module"[^>]*>\s*<\/script>/g, '')
    .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
    .replace(/<script type="application\/json"[\s\S]*?<\/script>/, '')
    .replace(/<script>\(function startFirstPage[\s\S]*?<\/script>/, '')
    .replace('</head>', () => `${stylesheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}${head}</head>`)
    .replace(/<body[\s\S]*<\/body>/, () => `<body>${body}</body>`)
