import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mailTemplateSettings, mailTemplates } from './mail-templates.ts'
import { startWebServer } from './web-server.ts'

const kinds = ['confirmation', 'recovery', 'invite', 'magic_link', 'email_change', 'password_changed_notification'] as const

const serve = async (settings: Record<string, string>) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-mails-'))
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><head><title>x</title></head>')
  const web = await startWebServer({ folder, port: 0, upstreams: { api: 'http://127.0.0.1:9' }, settings })
  onTestFinished(async () => {
    await web.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return (path: string) => fetch(`http://127.0.0.1:${web.port}${path}`)
}

test('MAIL-08 serves every mail as HTML and as text, with the name of the academy', async () => {
  const get = await serve({ VITE_ACADEMY_NAME: 'Ada & Co {{ .Evil }}' })
  expect(Object.keys(mailTemplateSettings)).toEqual(kinds)
  for (const { body } of Object.values(mailTemplateSettings)) {
    const html = await get(body)
    expect([html.status, html.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await html.text()).toContain('Ada &amp; Co')
    const text = await get(body.replace('.html', '.txt'))
    expect([text.status, text.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(await text.text()).toContain('Ada & Co')
  }
  expect((await get('/mail-templates/unknown.html')).status).toBe(404)
})

test('MAIL-08 BUY-04 templates use only variables of the auth server, and the academy’s name cannot add an instruction', () => {
  for (const [file, text] of mailTemplates('Ada & Co {{ .Evil }}')) {
    const actions = [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, action = '']) => action.trim())
    for (const action of actions) expect(action).toMatch(/^\.(SiteURL|Token|TokenHash|(Email|NewEmail)( \| urlquery)?)$/)
    // only the sign-up has a form for a code
    expect(actions.includes('.Token')).toBe(file.startsWith('confirmation.'))
  }
})

test('MAIL-01 a link leads to the web app, with its token behind the "#", which browsers do not send', () => {
  const files = mailTemplates('Academy')
  for (const [kind, type] of [
    ['confirmation', 'signup'],
    ['recovery', 'recovery'],
    ['invite', 'invite'],
    ['magic_link', 'magiclink'],
    ['email_change', 'email_change'],
  ]) {
    const link = `{{ .SiteURL }}/confirm#type=${type}&token_hash={{ .TokenHash }}&email={{ .Email | urlquery }}`
    expect(files.get(`${kind}.txt`)).toContain(link)
    expect(files.get(`${kind}.html`)).toContain(`href="${link.replaceAll('&', '&amp;')}`)
    for (const text of [files.get(`${kind}.txt`), files.get(`${kind}.html`)]) expect(text).not.toContain('ConfirmationURL')
  }
  expect(files.get('password_changed_notification.html')).not.toContain('href')
})
