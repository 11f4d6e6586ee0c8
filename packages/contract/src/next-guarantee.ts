import { z } from 'zod'

/** Whether the next purchase of a course would have the guarantee. */
export const nextGuarantee = z
  .enum(['offered', 'used', 'started'])
  .describe(
    'Whether the next purchase of the course would have the guarantee. `used`: the account used it, once per person. `started`: the account opened paid content.',
  )
