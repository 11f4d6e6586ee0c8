import { env } from '../env.ts'

/** Returns the URL of a legal page by its name, such as "Terms"; undefined where the seller has none. */
export const legalPageUrl = (pageName: string): string | undefined => env.legalPages.find(({ name }) => name === pageName)?.url
