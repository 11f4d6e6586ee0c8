import type { z } from 'zod'
import { parseAnswer } from '../app/public-site/parse-answer.ts'

/** Returns a function that makes samples of a schema of the contract. Fields that are null, false or an empty list need no fact. */
export const sampleOf =
  <Data extends object>(schema: z.ZodType<Data>, facts: Partial<Data>) =>
  (changes: Partial<Data> = {}): Data => ({ ...parseAnswer(schema, facts), ...changes })
