type OwnPrompt = { id: string; title: string; created_at: string }

const OWN = 'my-'
const TEAM = 'team-'
const LIBRARY = 'library-'

/** The name of the prompt that teaches. */
export const TEACH = 'teach'

/** Returns whether a name is that of a prompt which the owner of the user's seat shares. */
export const isTeamName = (name: string): boolean => name.startsWith(TEAM)

/** Returns the name of a prompt of the library: its id, or `library-` and its id if that is the name of another prompt, or begins like one. */
export const libraryName = (id: string): string =>
  id === TEACH || [OWN, TEAM, LIBRARY].some((prefix) => id.startsWith(prefix)) ? LIBRARY + id : id

/** Returns the id of a library prompt from its name; undefined for the name of an own prompt, or one of the team. */
export function libraryId(name: string): string | undefined {
  if (name.startsWith(OWN) || isTeamName(name)) return undefined
  return name.startsWith(LIBRARY) ? name.slice(LIBRARY.length) : name
}

/** The marks of Latin and Greek letters, which are left out as accents, and of emoji. Marks of other scripts are part of the word. */
const ACCENTS = /\p{Variation_Selector}|(?<![\p{L}--[\p{Script=Latin}\p{Script=Greek}]]\p{M}*)\p{M}/gv
const MAX_CHARACTERS = 60

/** Returns a title in lower case with hyphens, without accents. Letters of all scripts stay. */
const slugOf = (title: string): string => {
  const words = title.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase()
  return [...words.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')]
    .slice(0, MAX_CHARACTERS)
    .join('')
    .replace(/^-+|-+$/g, '')
}

/**
 * Returns own prompts by name: `my-` and the title; those of the team with `team-`. If several have the same title, all but the oldest also have the end of their id, which is
 * random. Its beginning is the time, which prompts of one minute share.
 */
export function ownNames<P extends OwnPrompt>(prompts: readonly P[], prefix = OWN): Map<string, P> {
  const named = new Map<string, P>()
  const oldestFirst = prompts.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1))
  for (const prompt of oldestFirst) {
    const name = `${prefix}${slugOf(prompt.title) || 'prompt'}`
    const isFree = !named.has(name)
    named.set(isFree ? name : `${name}-${prompt.id.slice(-8)}`, prompt)
  }
  return named
}

/** Returns the prompts of the team by name. */
export const teamNames = <P extends OwnPrompt>(prompts: readonly P[]): Map<string, P> => ownNames(prompts, TEAM)
