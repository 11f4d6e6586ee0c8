import { expect, test } from 'vitest'
import { emailAddress, requiredLine } from './text.ts'

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

test.each(['200b', '200d', '3164', '2800', 'ad', '1160', '34f', 'fe0f', 'e0041', '301', '1d159', '3000 200b'])(
  'EDGE-16 refuses a name of invisible characters: U+%s',
  (codes) => {
    const text = codes.split(' ').map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    expect(named(text.join(''))).toEqual(['Name needs a character that can be seen.'])
    expect(named(`Ada${text.join('')}`)).toMatch(/^Ada/)
  },
)

test('EDGE-16 says of a blank name that it is required', () => {
  for (const text of ['', ' ', '\u00a0\t', '\u202e']) expect(named(text)).toEqual(['Name is required.'])
})

test('EDGE-16 removes what turns the direction of the text around', () => {
  expect(named('\u202eadA\u202c \u2066Byron\u2069 ')).toBe('adA Byron')
})

test.each(['👨‍👩‍👧‍👦', '❤️', '✓', '٣', 'می\u200cخواهم', 'क्‍ष', 'ދިވެހި', '𖬌', 'ᄒ', 'O’Neil', '李', 'İ', '\u200fעברית'])(
  'EDGE-16 keeps the name %s',
  (name) => expect(named(name)).toBe(name),
)
