// A pretend sign-in provider for your own machine. It asks for no password, so it must never run anywhere else.
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

const PORT = Number(process.env.PRACTICE_PORT ?? 4000)
const HERE = `http://localhost:${PORT}`
const PEOPLE = ['ana@board.example', 'support@board.example', 'design@board.example', 'tom@mail.example']
const codes = new Map()

function describeYourself() {
  return { issuer: HERE, authorization_endpoint: `${HERE}/choose`, token_endpoint: `${HERE}/token` }
}

/** A page with one link for each person, instead of a password. */
function choosePage(asked) {
  const links = PEOPLE.map((email) => {
    const code = randomUUID()
    codes.set(code, { email, nonce: asked.get('nonce'), clientId: asked.get('client_id'), challenge: asked.get('code_challenge') })
    const back = new URL(asked.get('redirect_uri'))
    back.searchParams.set('code', code)
    back.searchParams.set('state', asked.get('state'))
    return `<p><a href="${back.href.replaceAll('&', '&amp;')}">${email}</a></p>`
  })
  return `<!doctype html><title>Practice provider</title><h1>Who are you today?</h1>${links.join('')}`
}

/** Exchanges a code for a proof, once, and only for the program that knows the verifier. */
function exchange(form) {
  const known = codes.get(form.get('code'))
  codes.delete(form.get('code'))
  const challenge = createHash('sha256').update(form.get('code_verifier') ?? '').digest('base64url')
  if (!known || known.challenge !== challenge) return { error: 'invalid_grant' }
  const exp = Math.floor(Date.now() / 1000) + 300
  const person = { sub: `person-${known.email}`, email: known.email, email_verified: true }
  const said = { iss: HERE, aud: known.clientId, nonce: known.nonce, exp, ...person }
  return { id_token: ['none', Buffer.from(JSON.stringify(said)).toString('base64url'), ''].join('.') }
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, HERE)
  let sent = ''
  for await (const part of request) sent += part
  if (pathname === '/choose') return response.writeHead(200, { 'content-type': 'text/html' }).end(choosePage(searchParams))
  const said = pathname === '/token' ? exchange(new URLSearchParams(sent)) : describeYourself()
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
}).listen(PORT, '127.0.0.1', () => console.log(`The practice provider runs at ${HERE}/`))
