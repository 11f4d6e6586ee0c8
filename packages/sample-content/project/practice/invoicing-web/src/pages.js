import { showAmount, statusOf } from './invoices.js'
import { text } from './texts.js'

const escape = (value) => String(value).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (language, title, body) => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<title>${escape(title)}</title>
<main>
<h1>${escape(title)}</h1>
${body}
</main>
</html>
`

const form = (language, key, fields) => `<form method="post">
${fields}
<button>${escape(text(language, key))}</button>
</form>`

/** The page of an invoice, with the button that sends it to the customer. */
export function invoicePage(language, invoice, today) {
  const say = (key) => escape(text(language, key))
  const rows = `<p>${say('invoice.amount')}: ${showAmount(invoice.cents)}</p>
<p>${say('invoice.due')}: ${escape(invoice.due)}</p>
<p>${say(`status.${statusOf(invoice, today)}`)}</p>`
  return page(language, `${text(language, 'invoice.title')} ${invoice.number}`, `${rows}\n${form(language, 'invoice.send', '')}`)
}

export const contactPage = (language) =>
  page(language, text(language, 'contact.title'), form(language, 'contact.send', '<label>Text <textarea name="text"></textarea></label>'))

export const newsPage = (language) =>
  page(language, text(language, 'news.title'), form(language, 'news.send', '<label>Email <input name="email" type="email"></label>'))
