import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contactPage, invoicePage, newsPage } from '../src/pages.js'
import { INVOICES, TODAY } from '../src/sample-invoices.js'

test('the invoice page has its button, and the language of the customer', () => {
  assert.match(invoicePage('en', INVOICES[0], TODAY), /<button>Submit<\/button>/)
  assert.match(invoicePage('de', INVOICES[0], TODAY), /<h1>Rechnung 2026-0007<\/h1>/)
})

test('the other forms have their own words', () => {
  assert.match(contactPage('en'), /<button>Submit<\/button>/)
  assert.match(newsPage('en'), /<button>Submit<\/button>/)
})

test('a text that looks like HTML is shown as text', () => {
  assert.match(invoicePage('en', { ...INVOICES[0], due: '<b>' }, TODAY), /&#60;b&#62;/)
})
