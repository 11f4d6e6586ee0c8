// A pretend mail service for your own machine: it sends the board one mail, signed with MAIL_KEY.
import { randomUUID } from 'node:crypto'
import { signatureOf } from './mails.js'

const BOARD = process.env.BOARD_ADDRESS ?? 'http://localhost:3000'
const [text = 'Where is my invoice?', way = 'genuine'] = process.argv.slice(2)
const now = Math.floor(Date.now() / 1000)
const today = new Date().toISOString().slice(0, 10)
const mailId = randomUUID()
const mail = { messageId: `${mailId}-1`, type: 'mail.received', mailId, text, date: today }
const withdrawal = { messageId: `${mailId}-2`, type: 'mail.withdrawn', mailId }

/** Sends one message to the board and prints its answer. */
async function send(message, { key = process.env.MAIL_KEY ?? '', seconds = now } = {}) {
  const body = JSON.stringify(message)
  const headers = { 'x-signature': `t=${seconds},v1=${signatureOf(body, seconds, key)}` }
  const { status } = await fetch(`${BOARD}/mails`, { method: 'POST', headers, body })
  console.log(`${message.type}: ${status}`)
}

if (way === 'withdrawn') await send(withdrawal)
if (way === 'forged') await send(mail, { key: 'guessed' })
else if (way === 'old') await send(mail, { seconds: now - 3600 })
else await send(mail)
if (way === 'twice') await send(mail)
