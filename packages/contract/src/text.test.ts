import { expect, test } from 'vitest'
import { emailAddress, requiredLine, time } from './text.ts'

const accepts = (address: string) => emailAddress('no address').safeParse(address).success

test.each(['ada@example.com', "o'neil+x@example.com", 'r&d@example.com', 'sales/eu=1@mail.example.co', '{a}_b-c.d~e!#$%*?^`|@example.com'])(
  'SELLER-22 accepts the email address %s',
  (address) => expect(accepts(address)).toBe(true),
)

test.each([
  'ada',
  'ada@localhost',
  '.ada@example.com',
  'ada.@example.com',
  'a..b@example.com',
  'a b@example.com',
  '"a b"@example.com',
  'a,b@example.com',
  'ada@example.com\n',
  'ada@-example.com',
  '@example.com',
])('SELLER-22 refuses %j', (address) => expect(accepts(address)).toBe(false))

test.each([
  ['user@example.xn--p1ai', 'user@example.xn--p1ai'],
  ['Ada@пример.рф', 'Ada@xn--e1afmkfd.xn--p1ai'],
  ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
  ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
])('SIGNIN-12 spells the address %s as %s', (address, ascii) => expect(emailAddress('no address').parse(address)).toBe(ascii))

test.each(['jörg@bücher.example', 'ada@пример.рф:80', 'ada@пример.рф/x', 'ada@пример .рф', 'ada@пример%2eрф', 'ada@ü', '@пример.рф'])(
  'SIGNIN-12 refuses %s',
  (address) => expect(accepts(address)).toBe(false),
)

const named = (text: string) => {
  const { data, error } = requiredLine('Name', 50).safeParse(text)
  return data ?? error?.issues.map(({ message }) => message)
}

test.each(['200d', '3164', '2800', '1160', '34f', 'fe0f', 'e0041', '301', '1d159', '3000 200d'])(
  'EDGE-16 refuses a name of invisible characters: U+%s',
  (codes) => {
    const text = codes.split(' ').map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    expect(named(text.join(''))).toEqual(['Name needs a character that can be seen.'])
    expect(named(`Ada${text.join('')}`)).toMatch(/^Ada/)
  },
)

test('EDGE-16 says of a blank name that it is required', () => {
  for (const text of ['', ' ', '\u00a0\t', '\u202e', '\u200b', '\u00ad']) expect(named(text)).toEqual(['Name is required.'])
})

test('EDGE-16 removes what turns the direction of the text around, and what has no width', () => {
  expect(named('Lap\u200bto\u2060p\ufeff\u00ad')).toBe('Laptop')
  expect(named('\u202eadA\u202c \u2066Byron\u2069 ')).toBe('adA Byron')
})

test.each(['👨‍👩‍👧‍👦', '❤️', '✓', '٣', 'می\u200cخواهم', 'क्‍ष', 'ދިވެހި', '𖬌', 'ᄒ', 'O’Neil', '李', 'İ', '\u200fעברית'])(
  'EDGE-16 keeps the name %s',
  (name) => expect(named(name)).toBe(name),
)

test.each(['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.123456+00:00', '2026-01-31T13:30:00+01:30', '0001-01-01T00:00:00Z'])(
  'DOCS-05 accepts the time %s',
  (text) => expect(time.safeParse(text).success).toBe(true),
)

test.each([
  '2026-01-31T12:00:00',
  '2026-01-31',
  '2026-01-31T12:00:00+1',
  '2026-02-30T12:00:00Z',
  '0000-05-01T00:00:00Z',
  '0001-01-01T00:00:00+01:00',
])('DOCS-05 refuses %s as a time', (text) =>
  expect(time.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
    expect.stringContaining('such as 2026-01-31T12:00:00Z'),
  ]),
)
