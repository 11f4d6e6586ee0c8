import { createHash, randomBytes } from 'node:crypto'
import { allOrNothing } from './store.js'

const TEN_MINUTES = 10 * 60
const TWELVE_HOURS = 12 * 60 * 60

export function openMembers(db) {
  db.exec(`
    CREATE TABLE IF NOT EXISTS members (
      email TEXT PRIMARY KEY COLLATE NOCASE,
      name TEXT NOT NULL UNIQUE CHECK (name <> 'mailbox'),
      role TEXT NOT NULL CHECK (role IN ('owner', 'colleague')),
      providerId TEXT
    );
    CREATE TABLE IF NOT EXISTS sessions (hash TEXT PRIMARY KEY, email TEXT NOT NULL REFERENCES members (email), expiry INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS sign_ins (state TEXT PRIMARY KEY, nonce TEXT NOT NULL, verifier TEXT NOT NULL, expiry INTEGER NOT NULL);`)
}

export function invite(db, email, name, role) {
  db.prepare('INSERT INTO members (email, name, role) VALUES (?, ?, ?)').run(email, name, role)
}

/** Removes a member with their sessions. Says whether there was such a member. */
export function removeMember(db, email) {
  return allOrNothing(db, () => {
    db.prepare('DELETE FROM sessions WHERE email = ?').run(email)
    return db.prepare('DELETE FROM members WHERE email = ?').run(email).changes > 0
  })
}

const random = () => randomBytes(32).toString('base64url')

export function startSignIn(db, now) {
  const started = { state: random(), nonce: random(), verifier: random() }
  db.prepare('DELETE FROM sign_ins WHERE expiry <= ?').run(now)
  db.prepare('INSERT INTO sign_ins (state, nonce, verifier, expiry) VALUES (?, ?, ?, ?)').run(
    started.state, started.nonce, started.verifier, now + TEN_MINUTES)
  return started
}

/** Returns the sign-in that began with this state, once; nothing if it is another or too old. */
export function takeSignIn(db, state, stateInCookie, now) {
  if (!state || state !== stateInCookie) return undefined
  const row = db.prepare('DELETE FROM sign_ins WHERE state = ? RETURNING state, nonce, verifier, expiry').get(state)
  return row && row.expiry > now ? { state: row.state, nonce: row.nonce, verifier: row.verifier } : undefined
}

/** Returns why a proof is refused; nothing if it is good. */
export function refusalOf(said, started, provider, now) {
  const { email_verified: verified = provider.checksEveryAddress } = said
  if (said.iss !== provider.issuer) return 'This proof is from another provider.'
  if (![said.aud].flat().includes(provider.clientId)) return 'This proof is meant for another app.'
  if (said.nonce !== started.nonce) return 'This proof belongs to another sign-in.'
  if (!(said.exp > now)) return 'This proof has expired.'
  if (verified !== true) return 'The provider has not checked this address.'
  return undefined
}

/** Returns the member whom the proof names. Keeps the provider's own id at the first sign-in, and compares it later. */
export function findMember(db, said) {
  const member = db.prepare('SELECT email, name, role, providerId FROM members WHERE email = ?').get(said.email)
  if (!member || !said.sub) return undefined
  if (member.providerId !== null && member.providerId !== said.sub) return undefined
  if (member.providerId === null) db.prepare('UPDATE members SET providerId = ? WHERE email = ?').run(said.sub, member.email)
  return { email: member.email, name: member.name, role: member.role }
}

const hashOf = (key) => createHash('sha256').update(key).digest('hex')

export function beginSession(db, email, now) {
  const key = random()
  db.prepare('DELETE FROM sessions WHERE expiry <= ?').run(now)
  db.prepare('INSERT INTO sessions (hash, email, expiry) VALUES (?, ?, ?)').run(hashOf(key), email, now + TWELVE_HOURS)
  return key
}

export function whoIs(db, key, now) {
  if (!key) return undefined
  const row = db.prepare('SELECT email, name, role, expiry FROM sessions JOIN members USING (email) WHERE hash = ?').get(hashOf(key))
  if (!row || row.expiry <= now) return undefined
  return { email: row.email, name: row.name, role: row.role }
}

export function endSession(db, key) {
  db.prepare('DELETE FROM sessions WHERE hash = ?').run(hashOf(key))
}
