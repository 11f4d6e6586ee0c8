import { z } from 'zod'

// Zod compiles its object schemas with `new Function` where it may. Under our content security policy it may not, and the
// mere attempt is reported; so it is told before the contract builds its first schema (colinhacks/zod #4461, #5414).
z.config({ jitless: true })
