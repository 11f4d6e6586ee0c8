import { createServer } from 'node:http'
import { contactPage, invoicePage, newsPage } from './src/pages.js'
import { INVOICES, TODAY } from './src/sample-invoices.js'

/** Returns the page of an address such as /invoices/2026-0007?language=de; nothing for an unknown one. */
function pageOf(pathname, language) {
  if (pathname === '/contact') return contactPage(language)
  if (pathname === '/news') return newsPage(language)
  const number = pathname === '/' ? INVOICES[0].number : pathname.replace('/invoices/', '')
  const invoice = INVOICES.find((one) => one.number === number)
  return invoice && invoicePage(language, invoice, TODAY)
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  const html = pageOf(pathname, searchParams.get('language') === 'de' ? 'de' : 'en')
  response.writeHead(html ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(html ?? 'There is no such page.')
})
server.listen(Number(process.env.PORT ?? 3100), '127.0.0.1', () => console.log(`The pages are at http://localhost:${server.address().port}/`))
