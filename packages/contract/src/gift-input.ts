import { MAX_GIFT_MESSAGE } from '@academy/catalog'
import { z } from 'zod'
import { removeMisleading } from './control-characters.ts'
import { emailAddress, hasControls, isVisible, TEXT_WITHOUT_CONTROLS } from './text.ts'

/** Mail programs make a link of a text like this, and the academy sends it: a stranger could send others to any page. */
const WEB_ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2}/u

/** What the buyer of a gift writes. The API checks the day, whose range depends on the time. */
export const giftInput = z
  .strictObject(
    {
      email: emailAddress("Enter the recipient's email address.")
        .max(320, 'The address must have at most 320 characters.')
        .describe('Of the recipient.'),
      message: z
        .string({ error: 'message must be text, or left out.' })
        .overwrite(removeMisleading)
        .trim()
        .max(MAX_GIFT_MESSAGE, `The message must be at most ${MAX_GIFT_MESSAGE} characters.`)
        .regex(TEXT_WITHOUT_CONTROLS, hasControls('The message'))
        .refine((text) => text === '' || isVisible(text), 'The message needs a character that can be seen.')
        .refine((text) => !WEB_ADDRESS.test(text), 'The message must have no web addresses. If it has none, put a space after each period.')
        .default('')
        .describe('Plain text for the recipient.'),
      deliver_on: z.iso.date('Enter a day, such as 2026-12-24.').describe('The day of the delivery in UTC, from today to a year ahead.'),
    },
    { error: ({ code }) => (code === 'invalid_type' ? 'gift must be an object with email and deliver_on.' : undefined) },
  )
  .meta({ id: 'GiftInput', description: 'For whom a gift is.' })
export type GiftInput = z.infer<typeof giftInput>
