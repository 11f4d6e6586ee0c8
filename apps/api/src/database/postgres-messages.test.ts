import { expect, test } from 'vitest'
import { PostgresMessages } from './postgres-messages.ts'

const message = (type: string, content: string) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + content.length)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content)])
}
const ready = message('Z', 'I')

test('counts messages in any chunks, and ignores data that looks like a message', () => {
  const stream = Buffer.concat([
    message('T', 'columns'),
    message('D', ready.toString('latin1')),
    ready,
    message('1', ''),
    ready,
    message('A', 'Z'),
  ])
  for (let size = 1; size <= stream.length; size += 1) {
    const messages = new PostgresMessages('Z')
    let counted = 0
    for (let at = 0; at < stream.length; at += size) counted += messages.count(stream.subarray(at, at + size))
    expect([size, counted]).toEqual([size, 2])
  }
  expect(new PostgresMessages('1A').count(stream)).toBe(2)
})
