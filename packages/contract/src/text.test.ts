import { expect, test } from 'vitest'
import { emailAddress } from './text.ts'

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
