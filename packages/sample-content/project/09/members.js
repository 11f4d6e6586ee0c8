import { createHash, randomBytes } from 'node:crypto'

const TEN_MINUTES = 10 * 60
const TWELVE_HOURS = 12 * 60 * 60

export function openMembers(db) {
  db.exec(`
    CREATE TABLE IF NOT EXISTS members (
      email TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE CHECK (name <> 'mailbox'),
      role TEXT NOT NULL CHECK (role IN ('owner', 'colleague')), personId TEXT);
    CREATE TABLE IF NOT EXISTS sign_ins (state TEXT PRIMARY KEY, nonce TEXT, verifier TEXT, expires INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS sessions (keyHash TEXT PRIMARY KEY, email TEXT NOT NULL, expires INTEGER NOT NULL);`)
}

export const invite = (db, email, name, role) =>
  db.prepare('INSERT INTO members (email, name, role) VALUES (?, ?, ?)').run(email.toLowerCase(), name, role)

const randomWord = () => randomBytes(32).toString('hex')
const hashOf = (key) => createHash('sha256').update(key).digest('hex')

/** Begins a sign-in: three random words that have to come back, or stay here. */
export function startSignIn(db, now) {
  const started = { state: randomWord(), nonce: randomWord(), verifier: randomWord(), expires: now + TEN_MINUTES }
  const sql = 'INSERT INTO sign_ins (state, nonce, verifier, expires) VALUES (?, ?, ?, ?)'
  db.prepare(sql).run(started.state, started.nonce, started.verifier, started.expires)
  return started
}

/** Takes the sign-in that began in this browser. It can be taken once: a second use finds nothing. */
export function takeSignIn(db, state, stateInCookie, now) {
  if (!state || state !== stateInCookie) return undefined
  const started = db.prepare('SELECT * FROM sign_ins WHERE state = ?').get(state)
  db.prepare('DELETE FROM sign_ins WHERE state = ? OR expires < ?').run(state, now)
  return started && started.expires > now ? started : undefined
}

/** Some providers leave this line out. Then it counts only if their documentation says that they check every address. */
function isAddressChecked(said, provider) {
  if (said.email_verified === undefined) return provider.checksEveryAddress
  return said.email_verified === true
}

/** Five questions about what the provider says. Returns the refusal, or nothing if all five are answered well. */
export function refusalOf(said, started, provider, now) {
  if (said.iss !== provider.issuer) return 'This proof is from another provider.'
  if (![said.aud].flat().includes(provider.clientId)) return 'This proof is meant for another app.'
  if (said.nonce !== started.nonce) return 'This proof belongs to another sign-in.'
  if (!(said.exp > now)) return 'This proof has expired.'
  if (!isAddressChecked(said, provider)) return 'The provider has not checked this address.'
}

/** Finds the member. The first sign-in keeps the provider's own id of the person; later it must be the same. */
export function findMember(db, { email, sub }) {
  const member = db.prepare('SELECT * FROM members WHERE email = ?').get(String(email).toLowerCase())
  if (!member) return undefined
  if (member.personId === null) db.prepare('UPDATE members SET personId = ? WHERE email = ?').run(sub, member.email)
  else if (member.personId !== sub) return undefined
  return member
}

/** Begins a session. The browser gets the key; the table keeps only its fingerprint. */
export function beginSession(db, email, now) {
  const key = randomWord()
  db.prepare('INSERT INTO sessions (keyHash, email, expires) VALUES (?, ?, ?)').run(hashOf(key), email, now + TWELVE_HOURS)
  return key
}

/** Looks up the member behind a key, anew with each request: a member who was removed is not found. */
export function whoIs(db, key, now) {
  const query = `SELECT members.* FROM sessions JOIN members ON members.email = sessions.email WHERE keyHash = ? AND expires > ?`
  return db.prepare(query).get(hashOf(key ?? ''), now)
}

export const endSession = (db, key) => db.prepare('DELETE FROM sessions WHERE keyHash = ?').run(hashOf(key ?? ''))

/** Removes a member with their sessions, so that the next request is refused. Returns whether there was such a member. */
export function removeMember(db, email) {
  db.prepare('DELETE FROM sessions WHERE email = ?').run(email.toLowerCase())
  return db.prepare('DELETE FROM members WHERE email = ?').run(email.toLowerCase()).changes === 1
}
